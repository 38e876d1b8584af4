"""Accounts, sessions, tokens, roles, projects and the audit trail."""
