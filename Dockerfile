# docker build -t polypost .
# docker run -p 127.0.0.1:4000:4000 -v polypost-data:/data -e POLYPOST_PUBLIC_URL=http://127.0.0.1:4000 polypost

FROM node:24-bookworm-slim AS package
WORKDIR /build
COPY . .
# The same package that npm serves; the launcher installs what building it needs.
RUN npm run pack && mv .runtime/packages/polypost-[0-9]*.tgz /polypost.tgz

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    POLYPOST_DATA_DIR=/data \
    UV_THREADPOOL_SIZE=32 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=262144
WORKDIR /app
COPY --from=package /polypost.tgz /tmp/polypost.tgz
RUN npm install --no-audit --no-fund --omit=dev /tmp/polypost.tgz && rm /tmp/polypost.tgz

# The image's own user `node`, as a number, so that a cluster can see that it is not root. A new volume gets the owner of
# the folder on which it is mounted.
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
USER 1000:1000
VOLUME /data

EXPOSE 4000
STOPSIGNAL SIGTERM
# `worker` has no API. Set POLYPOST_HEALTH_PORT for it and check that port, as compose.yaml does.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs without a shell or launcher, so that signals reach the service itself.
ENTRYPOINT ["node", "--expose-gc", "node_modules/polypost/src/main.js"]
CMD ["start"]
