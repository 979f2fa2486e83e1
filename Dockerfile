# An image for each service, and one with all services in one process: docker build --target toggles .
# deploy/README.md explains how to run them, docs/decisions/0030-images-share-layers-and-contain-the-pinned-node.md why they are built this way.
ARG DEBIAN=13.7
ARG NODE=26.10.0

# Installs the packages of the lockfile. Only those reach the images.
FROM node:${NODE}-trixie-slim AS install
WORKDIR /signalbox
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm install --global "$(node -p 'require("./package.json").packageManager')" && pnpm fetch --prod
COPY packages packages
COPY services services
RUN pnpm install --prod --offline --frozen-lockfile --filter signalbox --filter @signalbox/standalone... \
 && node services/standalone/src/bundle.ts

# The layers that all images share, so that a machine downloads them once.
FROM debian:${DEBIAN}-slim AS base
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.vendor="Signalbox" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Node's binary needs libatomic1; tini forwards signals that arrive before Node listens for them.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libatomic1 tini \
 && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/* \
 && groupadd --gid 10001 signalbox \
 && useradd --uid 10001 --gid signalbox --no-create-home --home-dir /data --shell /usr/sbin/nologin signalbox \
 && install --directory --owner=signalbox --group=signalbox --mode=0700 /data
WORKDIR /signalbox
COPY --from=install /signalbox/package.json /signalbox/pnpm-lock.yaml ./
COPY --from=install /signalbox/node_modules node_modules
COPY --from=install /signalbox/packages packages
COPY --from=install /signalbox/services services
COPY --from=install /signalbox/bundle bundle
COPY deploy/image deploy/image
# The Node that the lockfile pins, the same as in the tests.
ENV PATH=/signalbox/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
# Container output ends up in logs, so a generated password goes to a file.
ENV NODE_ENV=production DATA_DIR=/data PORT=4242 FIRST_PASSWORD_FILE=/data/first-password
# The limits of tools/process-environment.json, except that the heap follows the container's memory limit. Otherwise the kernel would
# kill the process before Node collects garbage. tools/run.mjs explains the limits.
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size-percentage=60" \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 4242
USER 10001:10001
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 CMD ["node", "deploy/image/health-check.ts"]

FROM base AS gateway
LABEL org.opencontainers.image.title="Signalbox gateway"
COPY docs/reference/openapi.json docs/reference/document-schema.json docs/reference/
CMD ["node", "bundle/main.js", "gateway"]

FROM base AS identity
LABEL org.opencontainers.image.title="Signalbox identity"
CMD ["node", "bundle/main.js", "identity"]

FROM base AS toggles
LABEL org.opencontainers.image.title="Signalbox toggles"
CMD ["node", "bundle/main.js", "toggles"]

FROM base AS change-requests
LABEL org.opencontainers.image.title="Signalbox change requests"
CMD ["node", "bundle/main.js", "change-requests"]

FROM base AS delivery
LABEL org.opencontainers.image.title="Signalbox delivery"
CMD ["node", "bundle/main.js", "delivery"]

FROM base AS playground
LABEL org.opencontainers.image.title="Signalbox playground"
CMD ["node", "bundle/main.js", "playground"]

FROM base AS audit
LABEL org.opencontainers.image.title="Signalbox audit"
CMD ["node", "bundle/main.js", "audit"]

FROM base AS integrations
LABEL org.opencontainers.image.title="Signalbox integrations"
CMD ["node", "bundle/main.js", "integrations"]

# Not a service of the product: takes the place of Unleash Edge, with the same arguments and the same port (docs/relay.md).
FROM base AS relay
LABEL org.opencontainers.image.title="Signalbox relay"
ENV PORT=3063
ENTRYPOINT ["tini", "--", "node", "bundle/main.js", "relay"]
CMD ["edge"]

# All services in one process; its migrate.ts is the migration command of every deployment.
FROM base AS standalone
LABEL org.opencontainers.image.title="Signalbox"
COPY docs/reference/openapi.json docs/reference/document-schema.json docs/reference/
CMD ["node", "bundle/main.js"]
