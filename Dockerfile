# One image with all services in one process, or one of them: docker build --tag signalbox:0.1.0 . && docker run signalbox:0.1.0 toggles
# docs/deployment.md explains how to run it, docs/decisions/0030-one-image-with-a-command-per-service.md why it is built this way.
ARG DEBIAN=13.7
ARG NODE=26.10.0

# Builds the documentation site and the bundle with the packages of the lockfile.
FROM node:${NODE}-trixie-slim AS build
WORKDIR /signalbox
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm install --global "$(node -p 'require("./package.json").packageManager')" && pnpm fetch --prod
COPY packages packages
COPY services services
COPY docs docs
# The Node that the lockfile pins, the same as in the tests.
RUN pnpm install --prod --offline --frozen-lockfile --filter signalbox --filter @signalbox/docs --filter @signalbox/standalone... \
 && node docs/node_modules/vitepress/bin/vitepress.js build docs \
 && node services/standalone/src/bundle.ts \
 && cp --dereference node_modules/.bin/node /usr/local/bin/pinned-node

# The files of a few Debian packages, without a shell, a package manager or setuid files. Node needs the libraries; tini forwards signals
# that arrive before Node listens for them. Scanners read the versions from `status.d`.
FROM debian:${DEBIAN}-slim AS system
WORKDIR /packages
RUN apt-get update \
 && apt-get download base-files libatomic1 libc6 libgcc-s1 libstdc++6 tini \
 && mkdir --parents /system/var/lib/dpkg/status.d \
 && for package in *.deb; do \
      dpkg-deb --extract "$package" /system \
   && dpkg-deb --field "$package" > "/system/var/lib/dpkg/status.d/${package%%_*}"; \
    done \
 && rm -r /system/usr/lib/*/gconv /system/usr/share/lintian \
 && find /system/usr/share/doc /system/usr/share/man ! -name copyright ! -type d -delete \
 && echo 'signalbox:x:10001:0::/data:/sbin/nologin' > /system/etc/passwd \
 && install --directory --owner=10001 --group=0 --mode=0770 /system/data

FROM scratch
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Signalbox" \
      org.opencontainers.image.vendor="Signalbox" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=system /system /
COPY --from=build /usr/local/bin/pinned-node /usr/local/bin/node
COPY --from=build /signalbox/bundle /signalbox
COPY deploy/image/health-check.ts /signalbox/
COPY deploy/image/signalbox-server /usr/local/bin/
WORKDIR /signalbox
ENV PATH=/usr/local/bin:/usr/bin
# Container output ends up in logs, so a generated password goes to a file.
ENV NODE_ENV=production DATA_DIR=/data FIRST_PASSWORD_FILE=/data/first-password
# The limits of tools/process-environment.json, except that the heap follows the container's memory limit. Otherwise the kernel would
# kill the process before Node collects garbage. tools/run.mjs explains the limits.
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size-percentage=60" \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 4242
# Any other user works too if its group is 0, as on OpenShift.
USER 10001:0
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "signalbox-server"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 CMD ["node", "/signalbox/health-check.ts"]
