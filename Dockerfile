# One image for everything: the server, its pages and, where no DATABASE_URL is set, its own PostgreSQL under /data.
#   docker build -t rupee-rates .
# BUILD_BASE needs npm and Node 18.18 or newer; BASE is a Debian or Ubuntu: Node 26 itself comes with the packages.
ARG BUILD_BASE=node:24-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS build
# The Node of the packages is linked against libatomic; a slim Debian has none. binutils brings `strip`.
RUN apt-get -qq update && apt-get -qq install -y --no-install-recommends libatomic1 binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json vite.config.ts ./
COPY scripts scripts
COPY domain domain
COPY contract contract
COPY text text
COPY web web
COPY server server
# Behind a registry of one's own: docker build --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm run build
# The server serves what was built: what builds it, and what only editors and debuggers read, stays out of the image.
RUN rm -rf scripts node_modules/vite node_modules/@vitejs node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* node_modules/zod/src \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' -o -name '*.development.js' \) -delete \
 && find node_modules -type d \( -name test -o -name tests -o -name docs -o -name examples \) -prune -exec rm -rf {} + \
 && strip node_modules/node/bin/node

FROM ${BASE}
RUN apt-get -qq update && apt-get -qq install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
# PostgreSQL looks its user up by number.
RUN echo 'rupee:x:10001:10001:Rupee Rates:/data:/usr/sbin/nologin' >> /etc/passwd \
 && echo 'rupee:x:10001:' >> /etc/group \
 && mkdir /data && chown 10001:10001 /data && chmod 700 /data
COPY --from=build /app /app
COPY deploy/rupee-rates /usr/local/bin/rupee-rates
WORKDIR /app
# Two arenas of malloc, not eight for each core: less memory (mallopt(3)).
ENV MALLOC_ARENA_MAX=2 NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["rupee-rates", "live"]
ENTRYPOINT ["rupee-rates"]
CMD ["serve"]
