import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOtherFigures } from '../../rates/compare-rate-book.ts'
import { ratesAppOfFile, usd } from '../../entries/manual-rates.fixture.ts'
import type { Db } from '../../database/schema.ts'
import { sendRequest } from '../../testing/send-request.ts'
import type { commitImport } from '../../../contract/imports/imports.ts'
import { NO_CHECKPOINTS } from './checkpoint-files.ts'
import { exitStatus, reportLines } from './audit-report.ts'
import { watching } from './chain-watch.fixture.ts'
import { verifyAuditTrail } from './verify-audit-log.ts'

const ratesApp = await ratesAppOfFile()
const { run, nimal } = ratesApp
await ratesApp.post({ ...usd, date: '2026-09-25', rate: 300, reason: 'Rung up the bank' })
await ratesApp.post({ ...usd, date: '2026-09-28', rate: 301 })
const importRates = async (rows: string) => {
  const payload = { text: `Date,Currency,Rate\n${rows}` }
  const { headers } = nimal
  const url = '/api/exchange-rate/import'
  const { body } = await sendRequest<typeof commitImport>(run, {
    method: 'POST',
    url,
    headers,
    payload,
  })
  return body.data.id
}
const undone = await importRates('2026-09-24,GBP,404')
await run.app.inject({
  method: 'POST',
  url: `/api/exchange-rate/import/${undone}/undo`,
  headers: nimal.headers,
})
const entry = await importRates('2026-09-22,GBP,405\n2026-09-23,GBP,406')

const verify = (db: Db) => verifyAuditTrail(db, NO_CHECKPOINTS, run.clock.now())

/** What can be tampered with, in the order in which it is put back. */
const TABLES = [
  ...['change', 'live_fact', 'audit_entry', 'audit_personal', 'audit_head', 'undo', 'typed_text'],
]

/** Runs statements as the owner with all triggers off, looks, and takes everything back. */
async function tampered<T>(statements: readonly string[], look: (db: Db) => Promise<T>) {
  const each = async (all: readonly string[]) => {
    for (const statement of all) await sql.raw(statement).execute(run.owner)
  }
  const withoutTriggers = (all: readonly string[]) => {
    const set = (to: string) => TABLES.map((table) => `ALTER TABLE ${table} ${to} TRIGGER USER`)
    return each([...set('DISABLE'), ...all, ...set('ENABLE')])
  }
  await each(TABLES.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`))
  try {
    await withoutTriggers(statements)
    return await look(run.owner)
  } finally {
    await withoutTriggers([
      'TRUNCATE undo, change, live_fact, typed_text',
      'DELETE FROM audit_entry',
      'DELETE FROM audit_head',
      'DELETE FROM audit_personal',
      ...TABLES.map((table) => `INSERT INTO ${table} TABLE kept_${table}`),
    ])
    await each(TABLES.map((table) => `DROP TABLE kept_${table}`))
  }
}

test('an installation that nobody has touched is whole but for missing checkpoints', async () => {
  const report = await verify(run.db)
  expect(report).toMatchObject({ verdict: 'NOT COVERED', at: 1 })
  expect(report.changes).toMatchObject({ broken: null, wrongFacts: [] })
  // Of the bank holidays that come along, and of rates.
  expect(report.changes.rows).toBe(25 + 8)
})

const version = `(SELECT last_change FROM audit_entry WHERE id = ${entry})`
test.each([
  [
    'the rate of a change',
    'EDITED',
    0,
    [`UPDATE change SET rate = 1.2345 WHERE version = ${version}`],
  ],
  [
    'the rate that is published',
    'EDITED',
    0,
    [`UPDATE live_fact SET rate = 1.2345 WHERE version = ${version}`],
  ],
  [
    'the rate in both',
    'EDITED',
    0,
    [
      `UPDATE change SET rate = 1.2345 WHERE version = ${version}`,
      `UPDATE live_fact SET rate = 1.2345 WHERE version = ${version}`,
    ],
  ],
  [
    'a rate taken out of what is published',
    'EDITED',
    0,
    [`DELETE FROM live_fact WHERE version = ${version}`],
  ],
  [
    'a change moved to another entry',
    'EDITED',
    -1,
    [
      `UPDATE audit_entry SET last_change = last_change + 1 WHERE id = ${entry} - 1`,
      `UPDATE audit_entry SET first_change = first_change + 1 WHERE id = ${entry}`,
    ],
  ],
  [
    'two changes of an entry exchanged',
    'EDITED',
    0,
    [
      `UPDATE change SET version = 1000 WHERE version = ${version}`,
      `UPDATE change SET version = version + 1 WHERE version = ${version} - 1`,
      `UPDATE change SET version = ${version} - 1 WHERE version = 1000`,
    ],
  ],
  [
    'a change with the next version',
    'GAP',
    1,
    [
      `INSERT INTO change (version, subject, currency, kind, date, source, rate)
       VALUES (${version} + 1, 'rate', 'CAD', 'indicative', '2026-09-01', 'manual', 1)`,
    ],
  ],
  ['the newest change taken away', 'EDITED', 0, [`DELETE FROM change WHERE version = ${version}`]],
  [
    'an entry marked as undone',
    'EDITED',
    0,
    [`INSERT INTO undo VALUES (${version}, ${entry} - 3)`],
  ],
  [
    'the reason of another entry',
    'EDITED',
    -4,
    [`UPDATE typed_text SET text = 'Nothing' WHERE text = 'Rung up the bank'`],
  ],
  ['a reason taken away', 'EDITED', -4, [`DELETE FROM typed_text WHERE text = 'Rung up the bank'`]],
  [
    'the name of a bank holiday',
    'EDITED',
    -6,
    [`UPDATE typed_text SET text = 'Full Moon' WHERE text = 'Duruthu Full Moon Poya Day'`],
  ],
  ['an undo taken away', 'EDITED', -1, [`DELETE FROM undo WHERE undone = ${undone}`]],
  ['an undo moved to another entry', 'EDITED', -1, [`UPDATE undo SET undone = ${undone} - 1`]],
  [
    'an undo of a change that is not there',
    'GAP',
    1,
    [
      'ALTER TABLE undo DROP CONSTRAINT undo_version_fkey',
      `INSERT INTO undo VALUES (${version} + 1, ${entry})`,
    ],
  ],
] as const)('%s is found', async (_, verdict, behind, statements) => {
  await tampered(statements, async (db) => {
    const report = await verify(db)
    expect(report).toMatchObject({ verdict, at: entry + behind })
    expect(exitStatus(report.verdict)).toBe(1)
    const watch = watching(run, db)
    await watch.check()
    expect(watch.state()).toMatchObject({ verdict, brokenAt: entry + behind })
    expect(watch.warnings().auditTrail).toBe(watch.state().sentence)
  })
})

test('a figure that differs is named with both values', async () => {
  const change = `UPDATE live_fact SET rate = 1.2345 WHERE version = ${version}`
  const report = await tampered([change], verify)
  expect(reportLines(report, run.clock.now())).toContain(
    'Wrong:       rate GBP indicative 2026-09-23: recorded 406.0000, published 1.2345',
  )
})

test('the badge and the server’s readiness name a figure that differs with both values', async () => {
  const change = `UPDATE live_fact SET rate = 1.2345 WHERE version = ${version}`
  await tampered([change], async (db) => {
    const watch = watching(run, db)
    await watch.check()
    const { verdict, sentence } = watch.state()
    expect(verdict).toBe('EDITED')
    expect(sentence).toContain(
      '(rate GBP indicative 2026-09-23: recorded 406.0000, published 1.2345)',
    )
    expect(watch.warnings().auditTrail).toBe(sentence)
  })
})

test('a rate changed in the change and in what counts is found by what this process publishes', async () => {
  const both = ['change', 'live_fact'].map(
    (table) => `UPDATE ${table} SET rate = 1.2345 WHERE version = ${version}`,
  )
  await tampered(both, async (db) => {
    expect(await findOtherFigures(db, run.deps.liveRateBook)).toEqual([
      {
        entry,
        subject: 'rate',
        currency: 'GBP',
        kind: 'indicative',
        date: '2026-09-23',
        logged: '1.2345',
        shown: '406.0000',
      },
    ])
    const watch = watching(run, db)
    await watch.check()
    expect(watch.state().sentence).toContain(
      '(rate GBP indicative 2026-09-23: recorded 1.2345, published 406.0000)',
    )
  })
  expect(await findOtherFigures(run.db, run.deps.liveRateBook)).toEqual([])
})

test('a change beside the product is shown to no reader, whoever records something after it', async () => {
  const insert = `INSERT INTO change (version, subject, currency, kind, date, source, rate)
    VALUES (${version} + 1, 'rate', 'CAD', 'indicative', '2026-09-01', 'manual', 1)`
  const report = await tampered([insert], async (db) => {
    await run.deps.liveRateBook.catchUpNow()
    const { version: known } = run.deps.liveRateBook.book
    const covered = await db.selectFrom('audit_head').select('version').executeTakeFirst()
    expect(known).toBe(covered?.version)
    expect((await ratesApp.post({ ...usd, date: '2026-09-21', rate: 299 })).status).toBe(201)
    return verify(db)
  })
  expect(report).toMatchObject({ verdict: 'GAP', at: entry + 1 })
})

/** Records a rate as the server's role does, with fields that are not its to give. */
const recordRate = sql`SELECT record_changes('[{"subject": "rate", "currency": "CAD",
  "kind": "indicative", "date": "2026-09-01", "source": "manual", "rate": 1,
  "version": 1000, "previous": 1, "origin": 1}]')`
const append = sql`SELECT append_audit_entry('login', 'In', now(), NULL, NULL, NULL, '{}')`

test("an entry takes in what its own transaction has changed, whatever the server's role sets", async () => {
  await tampered([], async (db) => {
    await run.db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('rupee.first_change', '1', false)`.execute(trx)
      await append.execute(trx)
      await recordRate.execute(trx)
      await append.execute(trx)
    })
    expect((await verify(db)).changes).toMatchObject({ broken: null, wrongFacts: [] })
    const entries = db.selectFrom('audit_entry').select(['first_change', 'last_change'])
    const newest = await entries.orderBy('id', 'desc').limit(2).execute()
    const { version: last } = await db
      .selectFrom('audit_head')
      .select('version')
      .executeTakeFirstOrThrow()
    expect(newest).toEqual([
      { first_change: last, last_change: last },
      { first_change: null, last_change: null },
    ])
  })
})

const recordTwo = sql`SELECT record_changes('[{"subject": "rate", "currency": "CAD", "rate": 1,
  "kind": "indicative", "date": "2026-09-02", "source": "manual"}, {"subject": "rate", "rate": 2,
  "currency": "CAD", "kind": "indicative", "date": "2026-09-03", "source": "manual"}]')`
const undoEntry = sql`SELECT undo_changes(ARRAY[${entry}]::bigint[])`
test.each([
  ['a rate', [recordRate]],
  ['many rates', [recordTwo]],
  ['an undo', [undoEntry]],
  ['a rate behind an entry', [recordTwo, append, recordRate]],
  ['a rate whose check it puts off', [sql`SET CONSTRAINTS ALL DEFERRED`, recordRate]],
  [
    'a rate whose number it hides',
    [recordRate, sql`SELECT set_config('rupee.first_change', '', true)`],
  ],
])(
  "nothing is kept of %s that the server's role records without an entry",
  async (_, statements) => {
    const kept = run.owner.selectFrom('change').select((eb) => eb.fn.countAll().as('rows'))
    const before = await kept.executeTakeFirst()
    const recording = run.db.transaction().execute(async (trx) => {
      for (const statement of statements) await statement.execute(trx)
    })
    await expect(recording).rejects.toThrow('a change without an audit entry')
    expect(await kept.executeTakeFirst()).toEqual(before)
    expect((await verify(run.db)).changes).toMatchObject({ broken: null, wrongFacts: [] })
  },
)

test('nothing is recorded within a savepoint, whose changes no entry would know as its own', async () => {
  const inSavepoint = run.db.transaction().execute(async (trx) => {
    await sql`SAVEPOINT one`.execute(trx)
    await recordRate.execute(trx)
  })
  await expect(inSavepoint).rejects.toThrow('changes are not recorded within a savepoint')
})
