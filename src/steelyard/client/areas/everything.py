"""Every area by its name."""

from __future__ import annotations

from steelyard.client.areas.about import ServiceAbout
from steelyard.client.areas.agents import ProjectAgents, ServiceAgents
from steelyard.client.areas.algorithms import ProjectAlgorithms, ServiceAlgorithms
from steelyard.client.areas.audit import ProjectAudit, ServiceAudit
from steelyard.client.areas.dataset_versions import ProjectDatasetVersions
from steelyard.client.areas.datasets import ProjectDatasets
from steelyard.client.areas.document_versions import ProjectDocumentVersions
from steelyard.client.areas.documents import ProjectDocuments
from steelyard.client.areas.events import ProjectEvents
from steelyard.client.areas.library import ProjectLibrary
from steelyard.client.areas.me import ServiceMe
from steelyard.client.areas.projects import ProjectProjects, ServiceProjects
from steelyard.client.areas.reviews import ProjectReviews
from steelyard.client.areas.runs import ProjectRuns
from steelyard.client.areas.schedules import ProjectSchedules
from steelyard.client.areas.secrets import ProjectSecrets
from steelyard.client.areas.session import ServiceSession
from steelyard.client.areas.settings import ServiceSettings
from steelyard.client.areas.setup import ServiceSetup
from steelyard.client.areas.sso import ServiceSso
from steelyard.client.areas.tasks import ProjectTasks
from steelyard.client.areas.templates import ServiceTemplates
from steelyard.client.areas.tokens import ServiceTokens
from steelyard.client.areas.users import ServiceUsers
from steelyard.client.areas.webhooks import ProjectWebhooks
from steelyard.client.wire import Wire


class ServiceAreas:
    """Every area outside of a project."""

    def __init__(self, wire: Wire) -> None:
        self.about = ServiceAbout(wire)
        self.settings = ServiceSettings(wire)
        self.setup = ServiceSetup(wire)
        self.session = ServiceSession(wire)
        self.sso = ServiceSso(wire)
        self.me = ServiceMe(wire)
        self.tokens = ServiceTokens(wire)
        self.users = ServiceUsers(wire)
        self.projects = ServiceProjects(wire)
        self.audit = ServiceAudit(wire)
        self.agents = ServiceAgents(wire)
        self.algorithms = ServiceAlgorithms(wire)
        self.templates = ServiceTemplates(wire)


class ProjectAreas:
    """Every area of a project."""

    def __init__(self, wire: Wire, project: str) -> None:
        self.projects = ProjectProjects(wire, project)
        self.audit = ProjectAudit(wire, project)
        self.datasets = ProjectDatasets(wire, project)
        self.dataset_versions = ProjectDatasetVersions(wire, project)
        self.agents = ProjectAgents(wire, project)
        self.secrets = ProjectSecrets(wire, project)
        self.documents = ProjectDocuments(wire, project)
        self.document_versions = ProjectDocumentVersions(wire, project)
        self.algorithms = ProjectAlgorithms(wire, project)
        self.library = ProjectLibrary(wire, project)
        self.tasks = ProjectTasks(wire, project)
        self.runs = ProjectRuns(wire, project)
        self.reviews = ProjectReviews(wire, project)
        self.schedules = ProjectSchedules(wire, project)
        self.webhooks = ProjectWebhooks(wire, project)
        self.events = ProjectEvents(wire, project)
