# An image for each service, and one that is all of them in one process: docker build --target toggles .
# deploy/README.md says how they run, docs/decisions/0030-images.md why they are built so.
ARG DEBIAN=13.7
ARG NODE=26.10.0

# Carries out the lockfile. Nothing of this stage but what it installed goes on.
FROM node:${NODE}-trixie-slim AS install
WORKDIR /signalbox
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm install --global "$(node -p 'require("./package.json").packageManager')" && pnpm fetch --prod
COPY packages packages
COPY services services
RUN pnpm install --prod --offline --frozen-lockfile --filter signalbox --filter @signalbox/standalone... \
 && node services/standalone/src/bundle.ts

# What all images share, so that a machine that runs several of them fetches it once.
FROM debian:${DEBIAN}-slim AS base
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.vendor="Signalbox" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Node's binary needs libatomic1; tini passes a signal on that arrives before Node listens for it.
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
# The Node that the lockfile pins, which is the one that the tests ran on.
ENV PATH=/signalbox/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
# Whatever a container prints is kept with its logs: a generated password goes into a file.
ENV NODE_ENV=production DATA_DIR=/data PORT=4242 FIRST_PASSWORD_FILE=/data/first-password
# As tools/process-environment.json says, but for the heap, which follows the memory limit of the container: one beyond it would
# be killed before it is collected. tools/run.mjs has the reasons.
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
COPY docs/reference/openapi.json docs/reference/
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

# All services in one process; its migrate.ts is the migration command of every deployment.
FROM base AS standalone
LABEL org.opencontainers.image.title="Signalbox"
COPY docs/reference/openapi.json docs/reference/
CMD ["node", "bundle/main.js"]
