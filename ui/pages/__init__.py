"""The pages: each fills the window below the toolbar."""
