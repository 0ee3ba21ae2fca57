#!/bin/sh
# Run once by the PostgreSQL image, on an empty volume: the two roles and the database, as docs/installing.md describes them.
set -eu
: "${OWNER_PASSWORD:?Set OWNER_PASSWORD}" "${APP_PASSWORD:?Set APP_PASSWORD}"
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" <<'SQL'
CREATE ROLE rupee_owner LOGIN PASSWORD :'owner';
CREATE ROLE rupee_app LOGIN PASSWORD :'app';
CREATE DATABASE rupee_rates OWNER rupee_owner ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0;
GRANT CONNECT ON DATABASE rupee_rates TO rupee_app;
SQL
