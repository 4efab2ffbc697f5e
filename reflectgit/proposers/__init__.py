"""What stands behind `reflect`: a function from a prompt to the text that was answered, called once."""
