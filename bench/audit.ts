import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { calendarDateOf } from '../domain/calendar-date.ts'
import {
  filteredPage,
  readPage,
  readTrailEnd,
  resolveFilter,
  type AuditFilter,
} from '../server/audit-log/audit-log-queries.ts'
import { NO_CHECKPOINTS } from '../server/audit-log/chain/checkpoint-book.ts'
import { verifyAuditTrail } from '../server/audit-log/chain/verify-audit-log.ts'
import { connect } from '../server/database/connection.ts'
import type { Db } from '../server/database/schema.ts'
import { seedAuditTrail } from '../server/testing/seed-audit-trail.ts'
import { startTestPostgres } from '../harness/database/test-postgres.ts'
import { figure, median, ratios, type Figure, type Measurement } from './figure.ts'

const SMALL = 1000
const MIDDLE = 100_000
const LARGE = 1_000_000
const ROUNDS = 40

interface Trail {
  readonly db: Db
  readonly entries: number
  readonly end: () => Promise<void>
}

/** Each way of reading a page that the screen has, as the routes do it: the end of the trail and its actions, then the page. */
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

/** The audit trail's page at a million entries against a thousand, and the time that a check of all of them takes. */
export async function measure(): Promise<Measurement> {
  const postgres = await startTestPostgres()
  try {
    const small = await makeTrail(postgres.postgresUrl, SMALL)
    const large = await makeTrail(postgres.postgresUrl, LARGE)
    const middle = await makeTrail(postgres.postgresUrl, MIDDLE)
    const figures: Figure[] = []
    for (const [what, filter, page] of READINGS) {
      const times = await inTurns(
        () => readLikeTheScreen(small, filter(small), page(small)),
        () => readLikeTheScreen(large, filter(large), page(large)),
      )
      const isRare = what.startsWith('rare')
      figures.push({
        what: `${what}: ms at 1,000,000`,
        values: times.large,
        unit: 'ms',
        ...(isRare && { goal: { atMost: 15 } }),
      })
      figures.push(figure(`${what}: against 1,000`, ratios(times.large, times.small), '×'))
    }
    figures.push(await loneActions(large), ...(await whileWriting(large)))
    const begin = performance.now()
    const { verdict } = await verifyAuditTrail(large.db, NO_CHECKPOINTS, new Date())
    figures.push(figure('check of every row and link', [(performance.now() - begin) / 1000], 's'))
    const plans = await Promise.all(
      READINGS.map(([what, filter]) => plansOf(what, filter, [small, middle, large])),
    )
    await Promise.all([small.end(), middle.end(), large.end()])
    return {
      title: 'The audit trail at 1,000,000 entries, beside one of 1,000',
      figures,
      notes: [
        `The check of ${LARGE} entries ended in: ${verdict} (there are no checkpoints here).`,
        'How PostgreSQL finds the entries, and how many pages of 8 KB it touches, at 1,000, 100,000 and 1,000,000 entries:',
        ...plans.flat(),
      ],
    }
  } finally {
    await postgres.stop()
  }
}

async function makeTrail(serverUrl: string, entries: number): Promise<Trail> {
  const name = `bench_${randomBytes(4).toString('hex')}`
  const server = connect(serverUrl).db
  await sql`CREATE DATABASE ${sql.id(name)} TEMPLATE template_rupee`.execute(server)
  await server.destroy()
  const ownerUrl = serverUrl.replace('/postgres?', `/${name}?`)
  const owner = connect(ownerUrl, { statementTimeoutMs: 0 }).db
  await seedAuditTrail(owner, entries)
  await owner.destroy()
  const { db } = connect(ownerUrl.replace('//rupee_owner@', '//rupee_app@'), { statementTimeoutMs: 0 })
  return { db, entries, end: () => db.destroy() }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** One line: the scan that finds the entries and the pages that the whole statement touches, for each trail. */
async function plansOf(
  what: string,
  filter: (trail: Trail) => AuditFilter,
  trails: readonly Trail[],
): Promise<string[]> {
  if (Object.keys(filter(trails[0]!)).length === 0) return [] // read off the numbers, without a search
  const each: string[] = []
  for (const trail of trails) {
    const { query } = filteredPage(await resolveFilter(trail.db, filter(trail)), 0, 15)
    const { rows } = await sql<{
      'QUERY PLAN': { Plan: PlanNode }[]
    }>`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`.execute(trail.db)
    const plan = rows[0]!['QUERY PLAN'][0]!.Plan
    each.push(`${scanOf(plan)} ${plan['Shared Hit Blocks'] + plan['Shared Read Blocks']}`)
  }
  return [`  ${what}: ${each.join(' | ')}`]
}

/** The first leaf of the part that finds entries, which stands first in the plan. */
function scanOf(node: PlanNode): string {
  const [first] = node.Plans ?? []
  const name = node['Index Name']
  return first
    ? scanOf(first)
    : `${node['Node Type']}${name === undefined ? '' : ` (${name.replace('audit_entry_', '')})`}`
}

async function readLikeTheScreen({ db }: Trail, filter: AuditFilter, number: number): Promise<void> {
  const { id } = await readTrailEnd(db)
  await readPage(db, filter, { number, size: 15, end: id })
}

/** In ms, one after the other in each round, so that whatever else the machine does meets both; three rounds warm up. */
async function inTurns(
  small: () => Promise<void>,
  large: () => Promise<void>,
): Promise<{ small: number[]; large: number[] }> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -3; round < ROUNDS; round++) {
    const [smallMs, largeMs] = [await timed(small), await timed(large)]
    if (round < 0) continue
    times.small.push(smallMs)
    times.large.push(largeMs)
  }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

async function loneActions({ db }: Trail): Promise<Figure> {
  const distinct: number[] = []
  const loose: number[] = []
  for (let round = 0; round < 8; round++) {
    distinct.push(await timed(() => sql`SELECT DISTINCT action FROM audit_entry`.execute(db)))
    loose.push(await timed(() => readTrailEnd(db)))
  }
  return figure('the actions: SELECT DISTINCT against it', ratios(distinct, loose), '×')
}

/** The list and an append, each while the other goes on without a pause. */
async function whileWriting(trail: Trail): Promise<Figure[]> {
  const appends: number[] = []
  const state = { writing: true }
  const writer = (async () => {
    while (state.writing) {
      appends.push(
        await timed(() =>
          sql`SELECT append_audit_entry('login', ${`Signed in, ${appends.length}`}, now(), NULL, NULL, NULL, NULL, '{}')`.execute(
            trail.db,
          ),
        ),
      )
    }
  })()
  const lists: number[] = []
  for (let round = 0; round < ROUNDS * 5; round++) {
    const filter = round % 2 === 0 ? {} : { search: md5(LARGE - 1) }
    lists.push(await timed(() => readLikeTheScreen(trail, filter, 1)))
  }
  state.writing = false
  await writer
  return [
    figure('list and rare search while entries are written', lists, 'ms', { atMost: 15 }),
    figure('an append meanwhile', appends, 'ms'),
    figure('appends in a second meanwhile', [1000 / median(appends)], '/s'),
  ]
}

const md5 = (number: number): string => createHash('md5').update(String(number)).digest('hex')
