"""Lists of many games: of the library, of a file, of the archive; sorted and searched in the background."""
