# One image: the whole product by default, a command such as cutout, or one service (see docker-compose.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /clearcut
COPY . .
# Runs no package's install script (allowScripts in package.json); node_modules/.bin holds the tools.
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev --no-audit --no-fund \
  # The base image has this Node already, the models' runtime brings libraries for other systems and processors, and i18next keeps TypeScript
  # as an optional peer. Declarations and source maps are only for development.
  && rm -rf node_modules/typescript node_modules/@typescript node_modules/node-linux-* node_modules/.bin/node node_modules/onnxruntime-node/bin/napi-v*/darwin node_modules/onnxruntime-node/bin/napi-v*/win32 \
  && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 ! -name "$(node -p process.arch)" -exec rm -r {} + \
  && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete \
  # Lists the contents for vulnerability scanners.
  && npm run -s sbom > sbom.json

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title=Clearcut org.opencontainers.image.licenses=Apache-2.0 org.opencontainers.image.version=0.1.0
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data XDG_STATE_HOME=/tmp
WORKDIR /clearcut
COPY --from=build --chown=root:root /clearcut /clearcut
# Writes go to /data and /tmp; everything else may be read-only.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
# For the product and command-api. Not /readyz: a halted projection is no reason to restart the server.
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/clearcut/scripts/image.sh"]
