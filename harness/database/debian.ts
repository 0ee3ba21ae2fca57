import { spawnSync } from 'node:child_process'
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Skipped } from '../scenario.ts'

const PROGRAMS = {
  nginx: '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  buildah: '/usr/bin/buildah',
  debootstrap: '/usr/sbin/debootstrap',
  postgresql: '/usr/lib/postgresql/*/bin/postgres',
} as const

export type DebianPackage = keyof typeof PROGRAMS

export function programOf(name: DebianPackage): string | undefined {
  return globSync(PROGRAMS[name])
    .toSorted((a, b) => Number(/\d+/.exec(a)?.[0] ?? 0) - Number(/\d+/.exec(b)?.[0] ?? 0))
    .at(-1)
}

export const postgresBin = () => dirname(programOf('postgresql') ?? '')

export function requirePackages(...names: readonly DebianPackage[]): void {
  const needed = () => names.filter((name) => programOf(name) === undefined)
  if (needed().length > 0 && canInstall()) install(needed())
  if (needed().length > 0)
    throw new Skipped(
      `This run needs Debian's ${needed().join(' and ')}, which could not be installed from here.`,
    )
}

export function requireNewestPostgres(): string {
  requirePackages('postgresql')
  const [major] = /\d+/.exec(postgresBin()) ?? []
  if (canInstall()) install(['--only-upgrade', `postgresql-${major}`])
  const { stdout } = spawnSync(join(postgresBin(), 'postgres'), ['--version'], { encoding: 'utf8' })
  return /[\d.]+/.exec(stdout)?.[0] ?? ''
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const POLICY = '/usr/sbin/policy-rc.d'

const PATIENCE = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0']

function install(names: readonly string[]): void {
  const own = !existsSync(POLICY)
  // Status 101 forbids every start of a service while packages are set up (invoke-rc.d(8)).
  if (own) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    spawnSync('apt-get', ['-qq', ...PATIENCE, ...args], { env, stdio: 'ignore', timeout: 180_000 })
  if (own) rmSync(POLICY)
}
