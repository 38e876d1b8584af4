"""REST over the service: `/api/v1`, described by OpenAPI 3.1. Routers hold no logic."""

from steelyard.api.app import create_app

__all__ = ["create_app"]
