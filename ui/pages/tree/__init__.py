"""The tree of the search that runs or ran last, in place of the panel of the page Play."""
