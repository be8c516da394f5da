"""What fills the window under the toolbar: a page each."""
