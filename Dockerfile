# docker build -t polypost .
# docker run -p 127.0.0.1:4000:4000 -v polypost-data:/data -e POLYPOST_PUBLIC_URL=http://127.0.0.1:4000 polypost

ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS package
WORKDIR /build
# The packages first, so that a change of the sources installs nothing again. The launcher installs them before it runs a
# file, and takes a folder without the entry of the service for the package of npm.
COPY package.json package-lock.json ./
COPY scripts/launch.mjs scripts/
COPY scripts/launch scripts/launch
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
RUN --mount=type=cache,target=/root/.npm mkdir src && touch src/main.ts && node scripts/launch.mjs run src/main.ts
COPY . .
# The same package that npm serves.
RUN npm run pack && mv .runtime/packages/polypost-[0-9]*.tgz /polypost.tgz

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    POLYPOST_DATA_DIR=/data \
    UV_THREADPOOL_SIZE=32 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=262144
WORKDIR /app
RUN --mount=type=cache,target=/root/.npm --mount=type=bind,from=package,source=/polypost.tgz,target=/tmp/polypost.tgz \
    npm install --no-audit --no-fund --omit=dev /tmp/polypost.tgz
# So that `docker exec` finds the command line.
COPY --chmod=755 deploy/image/polypost /usr/local/bin/polypost

# The image's own user `node`, as a number, so that a cluster can see that it is not root. A new volume gets the owner of
# the folder on which it is mounted.
RUN install --directory --owner=1000 --group=1000 --mode=700 /data /backups
USER 1000:1000
VOLUME /data

EXPOSE 4000
STOPSIGNAL SIGTERM
# Whether the process is alive, and not whether it is ready: what restarts it must not do so while its database is away.
# `worker` has no API. Set POLYPOST_HEALTH_PORT for it and check that port, as compose.yaml does.
HEALTHCHECK --interval=60s --timeout=5s --start-period=30s --start-interval=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs without a shell or launcher, so that signals reach the service itself.
ENTRYPOINT ["node", "--expose-gc", "node_modules/polypost/src/main.js"]
CMD ["start"]
