# The service in a container: docker build -t card-referee . && docker run --rm -p 8000:8000 card-referee
ARG PYTHON_IMAGE=python:3.11-slim

# Compiles the wheel, and installs it with its pinned dependencies into /opt/referee.
FROM ${PYTHON_IMAGE} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && { [ -e "$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] \
         || apt-get install -y --no-install-recommends python3-dev; } \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements.lock requirements-build.lock ./
RUN python3 -m venv /opt/build \
    && /opt/build/bin/python -m pip install --no-cache-dir --require-hashes -r requirements-build.lock \
    && python3 -m venv /opt/referee \
    && /opt/referee/bin/python -m pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY referee referee
COPY schemas schemas
COPY service service
RUN REFEREE_BUILD=compiled /opt/build/bin/python -m pip wheel --no-cache-dir --no-build-isolation --no-deps -w /wheels . \
    && /opt/referee/bin/python -m pip install --no-cache-dir --no-index --no-deps /wheels/*.whl \
    && /opt/referee/bin/python -m pip uninstall --yes pip setuptools \
    && REFEREE_BUILD=compiled /opt/referee/bin/python -I -c 'import referee; print(referee.build_info())'

# Only what runs: no compiler, no package index, no cache, no tests.
FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin referee
COPY --from=build /opt/referee /opt/referee
ENV PATH=/opt/referee/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    REFEREE_BUILD=compiled \
    REFEREE_HOST=0.0.0.0
USER 10001:10001
WORKDIR /opt/referee
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('REFEREE_PORT', '8000') + '/readyz', timeout=2)"]
CMD ["referee", "serve"]
