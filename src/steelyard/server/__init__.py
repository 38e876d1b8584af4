"""The team platform: everything that knows a user or a database."""
