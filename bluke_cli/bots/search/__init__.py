"""Playing by looking ahead: estimates, worlds, policies to play them out, the search; plain and by the kernel."""
