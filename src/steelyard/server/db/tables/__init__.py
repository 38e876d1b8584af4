"""Every table, by area."""

from steelyard.server.db.tables.audit import AuditEntry
from steelyard.server.db.tables.library import (
    AgentRow,
    Dataset,
    DatasetVersion,
    Document,
    DocumentVersion,
    Secret,
)
from steelyard.server.db.tables.people import Identity, Member, Project, SignIn, Token, User
from steelyard.server.db.tables.reviews import Annotation, Override
from steelyard.server.db.tables.service import Idempotency, Setting, Throttle
from steelyard.server.db.tables.tasks import (
    Notice,
    Run,
    Schedule,
    Task,
    TaskEvent,
    Webhook,
    Worker,
)

__all__ = [
    "AgentRow",
    "Annotation",
    "AuditEntry",
    "Dataset",
    "DatasetVersion",
    "Document",
    "DocumentVersion",
    "Idempotency",
    "Identity",
    "Member",
    "Notice",
    "Override",
    "Project",
    "Run",
    "Schedule",
    "Secret",
    "Setting",
    "SignIn",
    "Task",
    "TaskEvent",
    "Throttle",
    "Token",
    "User",
    "Webhook",
    "Worker",
]
