import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { programOf } from '../../harness/database/debian.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scope } from '../../harness/scope.ts'
import { until } from '../../harness/until.ts'

/** nginx before several servers, as docs/operations.md shows it; gives the port that it listens on. */
export async function startNginx(scope: Scope, ports: readonly number[]): Promise<number> {
  const port = await freePort()
  const folder = scope.makeFolder('nginx')
  const file = join(folder, 'nginx.conf')
  const upstream = ports.map((each) => `    server 127.0.0.1:${each} max_fails=0;`).join('\n')
  writeFileSync(
    file,
    `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream rupee_rates {
${upstream}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://rupee_rates;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 1s;
      proxy_buffering off;
    }
  }
}
`,
  )
  const child = spawn(programOf('nginx') ?? 'nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
  scope.defer(() => child.kill('SIGTERM'))
  await untilOpen(port)
  return port
}

/** PgBouncer in transaction mode before a PostgreSQL, as docs/operations.md shows it; gives its port. */
export async function startPgBouncer(scope: Scope, postgresPort: number): Promise<number> {
  const port = await freePort()
  const folder = scope.makeFolder('pgbouncer')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), '"rupee_app" ""\n"rupee_owner" ""\n')
  writeFileSync(
    file,
    `[databases]
rupee_rates = host=127.0.0.1 port=${postgresPort} dbname=rupee_rates
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
logfile = ${folder}/pgbouncer.log
pidfile = ${folder}/pgbouncer.pid
pool_mode = transaction
default_pool_size = 10
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,extra_float_digits
`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  if (user.length > 0) spawn('chown', ['-R', 'nobody', folder])
  await pause(100)
  const child = spawn(programOf('pgbouncer') ?? 'pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  scope.defer(() => child.kill('SIGTERM'))
  await untilOpen(port)
  return port
}

async function untilOpen(port: number): Promise<void> {
  const look = async () => {
    const probe = connect(port, '127.0.0.1')
    return once(probe, 'connect').then(
      () => probe.destroy(),
      () => undefined,
    )
  }
  await until(`something listens on port ${port}`, look)
}
