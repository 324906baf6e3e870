"""Every fault in one record, and its sums made right."""
