import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '../../harness/scope.ts'

const root = join(import.meta.dirname, '..', '..')
const MIGRATIONS = 'server/database/migrations'
const HEALTH = 'server/operations/health-routes.ts'

/** The versions that an update goes to. */
export const VERSIONS = {
  /** This commit. */
  first: 'v900.1.0',
  /** With one more migration. */
  good: 'v900.2.0',
  /** Its second migration fails, after the first has changed the tables. */
  migrationFails: 'v900.3.0',
  /** Its server never becomes ready. */
  neverReady: 'v900.4.0',
  /** Has one more migration, and a server that becomes ready on a copy, but not on the port of the installation. */
  neverReadyHere: 'v900.5.0',
  /** With one more migration. */
  better: 'v900.6.0',
} as const

/** A bare repository with every version as a tag; all but the first two are made from `good`. `port`: where `neverReadyHere` never becomes ready. */
export function makeOrigin(scope: Scope, port: number): string {
  const origin = join(scope.folder, 'origin.git')
  const work = join(scope.folder, 'work')
  git(scope.folder, 'clone', '--quiet', '--bare', root, origin)
  git(scope.folder, 'clone', '--quiet', origin, work)
  git(work, 'checkout', '--quiet', '--detach', git(root, 'rev-parse', 'HEAD'))
  git(work, 'tag', VERSIONS.first)
  /** A version with further migrations, whose server is ready only where a condition is true, if there is one. */
  const make = (name: keyof typeof VERSIONS, migrations: readonly string[], readyIf?: string) => {
    if (name !== 'good') git(work, 'checkout', '--quiet', '--detach', VERSIONS.good)
    for (const sql of migrations) addMigration(work, sql)
    if (readyIf !== undefined) edit(join(work, HEALTH), "each === 'ok')\n", `each === 'ok') && ${readyIf}\n`)
    git(work, 'add', '--all')
    git(work, 'commit', '--quiet', '--message', name)
    git(work, 'tag', VERSIONS[name])
  }
  make('good', ['COMMENT ON TABLE audit_entry IS $$changed$$'])
  make('migrationFails', ['CREATE TABLE half_way (id integer)', 'SELECT 1 / 0'])
  make('neverReady', [], 'false')
  make('neverReadyHere', ['CREATE TABLE of_no_use (id integer)'], `process.env['PORT'] !== '${port}'`)
  make('better', ['COMMENT ON TABLE audit_entry IS $$better$$'])
  git(work, 'push', '--quiet', '--tags', 'origin')
  return origin
}

/** What git prints in a folder. */
export function git(folder: string, ...args: string[]): string {
  const settings = ['user.name=Nimal Perera', 'user.email=nimal@example.lk', 'advice.detachedHead=false']
  return execFileSync('git', [...settings.flatMap((each) => ['-c', each]), ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
}

function addMigration(work: string, sql: string): void {
  const number = String(readdirSync(join(work, MIGRATIONS)).length + 1).padStart(3, '0')
  writeFileSync(join(work, MIGRATIONS, `${number}-of-a-version.sql`), `${sql};\n`)
}

function edit(file: string, from: string, to: string): void {
  const source = readFileSync(file, 'utf8')
  if (!source.includes(from)) throw new Error(`${file} has no line that says whether the server is ready`)
  writeFileSync(file, source.replace(from, to))
}
