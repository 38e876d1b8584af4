"""A server from Python: typed records, uploads and downloads, events, waiting; no extra needed."""

from steelyard.client.areas.agents import Agent
from steelyard.client.areas.dataset_versions import Version
from steelyard.client.areas.datasets import Dataset
from steelyard.client.areas.documents import Document
from steelyard.client.areas.runs import Run
from steelyard.client.areas.tasks import Task, TaskShown
from steelyard.client.client import Client
from steelyard.client.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RemoteError,
    StaleError,
    TooLargeError,
    TooManyError,
    UnauthenticatedError,
    UnavailableError,
    UnreachableError,
    WaitedTooLongError,
)
from steelyard.client.events import News
from steelyard.client.plans import Choice
from steelyard.client.project import Project
from steelyard.client.runs import Pushed
from steelyard.client.tasks import ENDED
from steelyard.client.transfer import Tell

__all__ = [
    "ENDED",
    "Agent",
    "Choice",
    "Client",
    "ConflictError",
    "Dataset",
    "Document",
    "ForbiddenError",
    "News",
    "NotFoundError",
    "Project",
    "Pushed",
    "RemoteError",
    "Run",
    "StaleError",
    "Task",
    "TaskShown",
    "Tell",
    "TooLargeError",
    "TooManyError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnreachableError",
    "Version",
    "WaitedTooLongError",
]
