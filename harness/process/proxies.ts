import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../server/operations/free-port.ts'
import { programOf, type DebianPackage } from '../database/debian.ts'
import type { Scope } from '../scope.ts'
import { until } from '../until.ts'
import { Program } from './program.ts'

const root = join(import.meta.dirname, '..', '..')

async function startDebian(
  scope: Scope,
  name: DebianPackage,
  args: readonly string[],
  port: number,
): Promise<Program> {
  const program = new Program(programOf(name) ?? name, args, { scope })
  const isOpen = async () => {
    if (!program.running) throw new Error(`${name} has ended:\n${program.printed()}`)
    const probe = connect(port, '127.0.0.1')
    const opened = once(probe, 'connect').then(() => true)
    return opened.finally(() => probe.destroy()).catch(() => false)
  }
  await until(() => `${name} listens on port ${port}:\n${program.printed()}`, isOpen)
  return program
}

/** Uses the configurations in docs/operations.md and docs/installing.md, without TLS. */
export async function startNginx(scope: Scope, ports: readonly [number, number]): Promise<number> {
  const port = await freePort()
  const folder = scope.makeFolder('nginx')
  const set = (readNginxExample('operations.md') + readNginxExample('installing.md'))
    .replace('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
    .replace('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('http://127.0.0.1:3000;', 'http://rupee_rates; proxy_connect_timeout 1s;')
    .replaceAll(/^ *ssl_.*$/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; ${paths}
${set} }`,
  )
  await startDebian(scope, 'nginx', ['-c', file, '-p', folder], port)
  return port
}

function readNginxExample(document: string): string {
  const text = readFileSync(join(root, 'docs', document), 'utf8')
  const example = /```nginx\n([^]*?)```/.exec(text)?.[1]
  if (example === undefined) throw new Error(`docs/${document} has no configuration of nginx`)
  return example
}

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
pool_mode = transaction
default_pool_size = 10
ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout,extra_float_digits
`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  if (user.length > 0) execFileSync('chown', ['-R', 'nobody', folder])
  await startDebian(scope, 'pgbouncer', ['-q', ...user, file], port)
  return port
}
