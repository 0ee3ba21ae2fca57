import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { calendarDateOf } from '../domain/calendar-date.ts'
import { readPage, type AuditFilter } from '../server/audit-log/find-entries.ts'
import { readHead } from '../server/audit-log/read-trail.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../server/audit-log/verify-database.ts'
import { connect } from '../server/database/connection.ts'
import type { Db } from '../server/database/schema.ts'
import { seedAuditTrail } from '../server/testing/seed-audit-trail.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { figure, median, ratios, type Figure } from '../harness/figure.ts'
import { repeat } from '../harness/load/repeat.ts'
import type { Scenario } from '../harness/scenario.ts'
import { inTurns } from './references/in-turns.ts'
import type { Scope } from '../harness/scope.ts'

const SMALL = 1000
const LARGE = 1_000_000
const ROUNDS = 40

interface Trail {
  readonly db: Db
  readonly entries: number
}

/**
 * Each way of reading a page that the screen has, as the routes do it: the end of the trail and its
 * actions, then the page.
 */
const READINGS: readonly [
  what: string,
  filter: (trail: Trail) => AuditFilter,
  page: (trail: Trail) => number,
][] = [
  ['first page', () => ({}), () => 1],
  ['last page', () => ({}), ({ entries }) => Math.ceil(entries / 15)],
  ['rare search (one entry)', ({ entries }) => ({ search: md5(entries - 1) }), () => 1],
  ['search for what is not there', () => ({ search: md5(-1) }), () => 1],
  ['common search (signed)', () => ({ search: 'signed' }), () => 1],
  ['search of two characters', () => ({ search: 'in' }), () => 1],
  ['action (register)', () => ({ action: 'register' }), () => 1],
  ['user', () => ({ user: 'p7@example.lk' }), () => 1],
  ['the oldest day', () => ({ to: calendarDateOf('2020-01-01') }), () => 1],
  [
    'the rates of a day',
    () => ({ rate_from: calendarDateOf('2020-01-02'), rate_to: calendarDateOf('2020-01-02') }),
    () => 1,
  ],
]

export const audit: Scenario = {
  title: "the audit trail's page at 1,000,000 entries, beside one of 1,000",
  async run(scope) {
    const [small, large] = [await makeTrail(scope, SMALL), await makeTrail(scope, LARGE)]
    const figures: Figure[] = []
    for (const [what, filter, page] of READINGS) {
      const contenders = {
        small: () => timed(() => readLikeTheScreen(small, filter(small), page(small))),
        large: () => timed(() => readLikeTheScreen(large, filter(large), page(large))),
      }
      const times = await inTurns(contenders, ROUNDS)
      const goal = what.startsWith('rare') ? { atMost: 15 } : undefined
      figures.push(figure(`${what}: ms at 1,000,000`, times.large, 'ms', goal))
      figures.push(figure(`${what}: against 1,000`, ratios(times.large, times.small), '×'))
    }
    figures.push(...(await whileWriting(large)))
    const ms = await timed(() => verifyDatabase(large.db, NO_CHECKPOINTS, { now: new Date() }))
    return [...figures, figure('check of every row and link', ms / 1000, 's')]
  },
}

async function makeTrail(scope: Scope, entries: number): Promise<Trail> {
  const { owner, appUrl } = await startEnvironment(scope)
  await seedAuditTrail(owner, entries)
  const { db } = connect(appUrl, { statementTimeoutMs: 0 })
  scope.defer(() => db.destroy())
  return { db, entries }
}

async function readLikeTheScreen(
  { db }: Trail,
  filter: AuditFilter,
  number: number,
): Promise<void> {
  const { id } = await readHead(db)
  await readPage(db, filter, { number, size: 15, end: id }, null)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The list and an append, each while the other goes on without a pause. */
async function whileWriting(trail: Trail): Promise<Figure[]> {
  const appends: number[] = []
  const append = sql`SELECT append_audit_entry(json_build_object('action', 'login',
    'description', 'Signed in', 'created_at', now(), 'actor', 'system', 'metadata', '{}'))`
  const writer = repeat(1, async () => appends.push(await timed(() => append.execute(trail.db))))
  const lists: number[] = []
  for (let round = 0; round < ROUNDS * 5; round++) {
    const filter = round % 2 === 0 ? {} : { search: md5(LARGE - 1) }
    lists.push(await timed(() => readLikeTheScreen(trail, filter, 1)))
  }
  await writer.stop()
  return [
    figure('list and rare search while entries are written', lists, 'ms', { atMost: 15 }),
    figure('an append meanwhile', appends, 'ms'),
    figure('appends in a second meanwhile', 1000 / median(appends), '/s'),
  ]
}

const md5 = (number: number): string => createHash('md5').update(String(number)).digest('hex')
