"""Work given to other processes of this machine, and taken back in order; what the work is, others know."""
