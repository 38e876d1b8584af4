# The service of a team. Nothing is fetched when it runs; what it keeps is in /var/lib/steelyard.
#   docker build -t steelyard .
# Without a package index, from a wheelhouse (scripts/wheelhouse.sh) in this folder:
#   docker build -t steelyard --build-arg PIP_ARGS="--no-index --find-links wheelhouse" .
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
ARG PIP_ARGS=""
ARG EXTRAS="server,sso,s3"
WORKDIR /source
COPY . .
RUN python -m venv /opt/steelyard \
 && /opt/steelyard/bin/pip install --no-cache-dir --disable-pip-version-check ${PIP_ARGS} ".[${EXTRAS}]" \
 && /opt/steelyard/bin/python -m compileall -q /opt/steelyard

FROM python:${PYTHON}-slim
RUN useradd --system --uid 10001 --home-dir /var/lib/steelyard --create-home steelyard
COPY --from=build /opt/steelyard /opt/steelyard
# In a container, loopback is reached by nobody: what is open to whom is said where the port is
# published. Without any account the service still refuses to start.
ENV PATH=/opt/steelyard/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STEELYARD_DATA_DIR=/var/lib/steelyard \
    STEELYARD_HOST=0.0.0.0 \
    STEELYARD_LOG_FORMAT=json
WORKDIR /var/lib/steelyard
USER 10001
VOLUME /var/lib/steelyard
EXPOSE 8765
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
ENTRYPOINT ["steelyard"]
CMD ["serve"]
