"""One file per area; handlers only translate between HTTP and the service."""
