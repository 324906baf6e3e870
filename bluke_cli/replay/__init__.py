"""The only translator between a record and the rules."""
