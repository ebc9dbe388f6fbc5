# Laguna from its wheel, with the versions of the lock: `docker build --tag laguna .`
# It serves on port 8000. Tables and people are in /data, or in the PostgreSQL that LAGUNA_STORE_FILE names: docs/scaling.md.

FROM python:3.11.14-slim-bookworm AS build
RUN pip install --no-cache-dir uv==0.13.7
WORKDIR /laguna
COPY . .
RUN uv export --frozen --quiet --no-default-groups --extra scale --no-emit-project --output-file /packages.txt \
 && uv export --frozen --quiet --only-group pages --output-file /building.txt \
 && uv build --quiet --wheel --out-dir /wheel --build-constraints /building.txt . \
 && uv venv --python /usr/local/bin/python /opt/laguna \
 && uv pip install --python /opt/laguna/bin/python --no-cache --require-hashes --requirements /packages.txt \
 && uv pip install --python /opt/laguna/bin/python --no-cache --no-deps /wheel/laguna-*.whl

FROM python:3.11.14-slim-bookworm
RUN useradd --system --no-create-home --uid 10001 --user-group laguna \
 && install --directory --owner laguna --group laguna --mode 700 /data /cache
COPY --from=build /opt/laguna /opt/laguna
ENV PATH=/opt/laguna/bin:$PATH LAGUNA_DATA=/data LAGUNA_CACHE=/cache
USER laguna
VOLUME ["/data", "/cache"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz')"]
ENTRYPOINT ["laguna"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--no-open", "--log-format", "json"]
