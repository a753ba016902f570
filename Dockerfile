# The complete registry, with its data in the volume /data. For usage, see the self-hosting guide (src/site/docs/self-hosting.md).
# Not run by a test, which runs only the command of the health check. To prove it: docker build --tag registry ., then
# docker run --detach --name registry registry, then docker inspect --format '{{.State.Health.Status}}' registry
FROM node:24-bookworm-slim AS installed
WORKDIR /app
COPY package.json package-lock.json ./
# Skips the install script: it compiles the validators, and their sources are copied below.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/compile-validators.ts
# The image has the official Node; that of the npm package is for machines with an older one.
RUN rm -rf node_modules/.bin/node node_modules/node-linux-*

FROM node:24-bookworm-slim
# The registry stores accepted submissions as Git commits.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=installed /app /app
RUN install --directory --owner=node --group=node /data /app/.cache /app/.astro
ARG COMMIT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data ASTRO_TELEMETRY_DISABLED=1 COMMIT=$COMMIT
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(response => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]
