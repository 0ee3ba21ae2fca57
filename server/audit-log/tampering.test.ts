import { expect, test } from 'vitest'
import { installationToTamperWith, TABLES } from './tampering.fixture.ts'
import type { Verdict } from './checks.ts'
import { exitStatus } from './verdict.ts'

const { ratesApp, known, verify, watching, reloads, tampered, withoutTriggers } =
  await installationToTamperWith()
const { run, nimal, kumari } = ratesApp
const { reason, signed, undone, undo, imported, end, version } = known

test('an untouched installation is whole', async () => {
  const report = await verify(run.db)
  expect(report.guards).toMatchObject({ changed: [], uncovered: [], warnings: [] })
  expect(report.result).toEqual({ verdict: 'OK', at: null })
  expect(report.check).toMatchObject({ entries: end, rowsValid: end, agreeing: 2 })
})

/** Gives every entry from a number on hashes that fit, and the head with them. */
const rehashFrom = (id: number) => `
  DO $$
  DECLARE entry audit_entry; link bytea;
  BEGIN
    SELECT hash INTO link FROM audit_entry WHERE id = ${id} - 1;
    FOR entry IN SELECT * FROM audit_entry WHERE id >= ${id} ORDER BY id LOOP
      entry.previous_hash := coalesce(link, decode(repeat('00', 32), 'hex'));
      link := audit_hash(entry);
      UPDATE audit_entry SET previous_hash = entry.previous_hash, hash = link
      WHERE audit_entry.id = entry.id;
    END LOOP;
    UPDATE audit_head SET hash = link, id = (SELECT max(audit_entry.id) FROM audit_entry);
  END $$`
const cutBehind = (id: number) => {
  const last = `(SELECT max(last_change) FROM audit_entry WHERE id <= ${id})`
  return [
    ...['undo', 'fact_state', 'change'].map(
      (each) => `DELETE FROM ${each} WHERE version > ${last}`,
    ),
    `DELETE FROM audit_personal WHERE entry_id > ${id}`,
    `DELETE FROM audit_entry WHERE id > ${id}`,
    `UPDATE audit_head SET id = ${id}, hash = (SELECT hash FROM audit_entry WHERE id = ${id}),
      version = (SELECT max(last_change) FROM audit_entry)`,
  ]
}
const setEntry = (id: number, fields: string) => `UPDATE audit_entry SET ${fields} WHERE id = ${id}`
const rehash = (id: number) => `UPDATE audit_entry e SET hash = audit_hash(e) WHERE id = ${id}`
/** Inserts an entry with the hash of the head. */
const insertEntry = (id: number, action: string, metadata = '{}') =>
  `INSERT INTO audit_entry SELECT ${id}, '${action}', 'Forged', now(), 'system', NULL, NULL, '${metadata}', NULL, NULL, NULL, NULL, NULL, hash, hash FROM audit_head`
const partOf = (part: string) => `entry_id = ${reason} AND part = '${part}'`
const setPart = (part: string, fields: string) =>
  `UPDATE audit_personal SET ${fields} WHERE ${partOf(part)}`
const lastImported = `version = ${version}`
const setChange = (fields: string, where = lastImported) =>
  `UPDATE change SET ${fields} WHERE ${where}`
const setFact = (fields: string, where = lastImported) =>
  `UPDATE fact_state SET ${fields} WHERE ${where}`

const ofLastEntry = `version = (SELECT last_change FROM audit_entry WHERE id = ${end})`
const COLUMNS = 'subject, currency, kind, bank, date, part, source, rate'
const ROWS: readonly (readonly [what: string, Verdict, at: number, ...statements: string[]])[] = [
  ['the sentence of an entry', 'EDITED', 4, setEntry(4, `description = 'x'`)],
  [
    'the time of an entry, by a microsecond',
    'EDITED',
    4,
    setEntry(4, `created_at = created_at + interval '1 us'`),
  ],
  ['who acted', 'EDITED', imported, setEntry(imported, `user_id = ${kumari.id}`)],
  ['that a user acted', 'EDITED', imported, setEntry(imported, `user_id = NULL, actor = 'system'`)],
  ['the metadata of an entry', 'EDITED', imported, setEntry(imported, `metadata = '{}'`)],
  ['a field, with its row hashed again', 'EDITED', 4, setEntry(4, `description = 'x'`), rehash(4)],
  [
    'an entry, with all hashes computed again',
    'REWRITTEN',
    signed,
    setEntry(4, `description = 'x'`),
    `UPDATE audit_personal SET sentence = 'x Rung up the bank' WHERE entry_id = 4 AND part = 'content'`,
    rehashFrom(4),
  ],
  ['an entry deleted in the middle', 'GAP', 4, 'DELETE FROM audit_entry WHERE id = 4'],
  [
    'two entries exchanged',
    'EDITED',
    3,
    setEntry(3, 'id = 1000'),
    setEntry(4, 'id = 3'),
    setEntry(1000, 'id = 4'),
  ],
  [
    'an entry inserted at the end',
    'EDITED',
    end + 1,
    insertEntry(end + 1, 'login'),
    rehash(end + 1),
  ],
  ['the tail cut', 'TRUNCATED', imported, ...cutBehind(imported - 1)],
  [
    'the tail cut, and the head left',
    'TRUNCATED',
    end,
    `DELETE FROM audit_entry WHERE id = ${end}`,
  ],
  [
    'the tail cut and replaced',
    'REWRITTEN',
    imported,
    ...cutBehind(imported - 1),
    insertEntry(imported, 'login'),
    rehashFrom(imported),
  ],
  [
    'everything deleted',
    'TRUNCATED',
    1,
    ...TABLES.filter((each) => each !== 'change').map((table) => `DELETE FROM ${table}`),
    'DELETE FROM change',
  ],
  ['the head set back', 'EDITED', end, `UPDATE audit_head SET id = id - 1`],
  ['the covered version of the head', 'GAP', end + 1, 'UPDATE audit_head SET version = 0'],
  [
    'the address of an actor',
    'EDITED',
    reason,
    setPart('actor', `data = replace(data, '127.0.0.1', '1.1.1.1')`),
  ],
  [
    'an actor’s part deleted',
    'EDITED',
    reason,
    `DELETE FROM audit_personal WHERE ${partOf('actor')}`,
  ],
  ['a reason', 'EDITED', reason, setPart('content', `data = replace(data, 'Rung', 'Asked')`)],
  ['a reason deleted', 'EDITED', reason, `DELETE FROM audit_personal WHERE ${partOf('content')}`],
  [
    'a part put beside an entry that has none',
    'EDITED',
    1,
    `INSERT INTO audit_personal VALUES (1, 'content', sha256(''), '{"reason":"x"}', NULL)`,
  ],
  ['the sentence that is searched', 'EDITED', reason, setPart('content', `sentence = 'x'`)],
  [
    'the days that an entry touched',
    'EDITED',
    imported,
    setEntry(imported, `days = '{[2026-09-22,2026-09-23)}'`),
  ],
  [
    'the currencies that an entry touched',
    'EDITED',
    imported,
    setEntry(imported, `currencies = '{USD}'`),
  ],
  ['the banks that an entry touched', 'EDITED', signed, setEntry(signed, 'banks = NULL')],
  [
    'an erasure of a user who is not erased',
    'EDITED',
    end + 1,
    insertEntry(end + 1, 'erase user', `{"erased_user":${nimal.id},"entries":[]}`),
    rehashFrom(end + 1),
    `DELETE FROM audit_personal WHERE entry_id IN (SELECT id FROM audit_entry WHERE user_id = ${nimal.id})`,
  ],
  ['the rate of a change', 'EDITED', imported, setChange('rate = 1.2345')],
  ['the rate that is published', 'EDITED', imported, setFact('rate = 1.2345')],
  ['the rate in both', 'EDITED', imported, setChange('rate = 1.2345'), setFact('rate = 1.2345')],
  [
    'the rate in both, with the hashes of entry and changes',
    'REWRITTEN',
    imported,
    setChange('rate = 1.2345'),
    setFact('rate = 1.2345'),
    setEntry(imported, 'changes_hash = hash_of_changes(first_change, last_change)'),
    rehashFrom(imported),
  ],
  ['the bank of a published rate', 'EDITED', signed, setFact(`bank = 'boc'`, `bank = 'hnb'`)],
  ['the day of a published rate', 'EDITED', imported, setFact('date = date - 30')],
  ['a published rate deleted', 'EDITED', imported, `DELETE FROM fact_state WHERE ${lastImported}`],
  [
    'a published holiday deleted',
    'EDITED',
    1,
    `DELETE FROM fact_state WHERE subject = 'bank holiday' AND version = 1`,
  ],
  [
    'the name of a holiday',
    'EDITED',
    1,
    setChange(`fact = replace(fact::text, 'Poya', 'Free')::json`, 'version <= 25'),
  ],
  [
    'a rate published that no change says',
    'EDITED',
    end,
    `INSERT INTO fact_state SELECT id + 1000, version + 1000, NULL, ${COLUMNS.replace('currency', `'CAD'`)} FROM fact_state WHERE ${lastImported}`,
  ],
  [
    'a deleted rate that counts again',
    'EDITED',
    undone,
    `DELETE FROM fact_state WHERE ended IS NOT NULL AND currency = 'GBP'`,
    `INSERT INTO fact_state SELECT version, version, NULL, ${COLUMNS} FROM change WHERE version = (SELECT last_change FROM audit_entry WHERE id = ${undone})`,
  ],
  [
    'a change moved to another entry',
    'EDITED',
    imported - 1,
    setEntry(imported - 1, 'last_change = last_change + 1'),
    setEntry(imported, 'first_change = first_change + 1'),
  ],
  [
    'two changes of an entry exchanged',
    'EDITED',
    imported,
    setChange('version = 100000'),
    setChange('version = version + 1', `version = ${version} - 1`),
    setChange(`version = ${version} - 1`, 'version = 100000'),
  ],
  [
    'a change that no entry covers',
    'GAP',
    end + 1,
    `INSERT INTO change (version, subject, currency, kind, date, source, rate) SELECT max(version) + 1, 'rate', 'CAD', 'indicative', '2026-09-01', 'manual', 1 FROM change`,
  ],
  [
    'a number skipped before the changes of the last entry',
    'GAP',
    end,
    setFact('id = id + 1, version = version + 1', ofLastEntry),
    setChange('version = version + 1', ofLastEntry),
    setEntry(end, 'first_change = first_change + 1, last_change = last_change + 1'),
    setEntry(end, 'changes_hash = hash_of_changes(first_change, last_change)'),
    rehashFrom(end),
    'UPDATE audit_head SET version = version + 1',
  ],
  [
    'the newest change deleted',
    'EDITED',
    end,
    'DELETE FROM change WHERE version = (SELECT max(version) FROM change)',
  ],
  [
    'an entry marked as undone',
    'EDITED',
    imported,
    `INSERT INTO undo VALUES (${version}, ${reason})`,
  ],
  [
    'a personal part of no entry',
    'GAP',
    end + 1,
    `INSERT INTO audit_personal SELECT ${end} + 1, part, salt, data FROM audit_personal
      WHERE ${partOf('actor')}`,
  ],
  ['an undo deleted', 'EDITED', undo, `DELETE FROM undo WHERE undone = ${undone}`],
  ['an undo moved to another entry', 'EDITED', undo, `UPDATE undo SET undone = ${reason}`],
]

for (const [what, verdict, at, ...statements] of ROWS)
  test(`tampering with rows (${what}) is found as ${verdict}, also by the watch`, async () => {
    await tampered(await withoutTriggers(statements), async (db) => {
      const { result, guards } = await verify(db)
      expect(guards.changed).toEqual([])
      expect(result).toEqual({ verdict, at })
      expect(exitStatus(result)).toBe(1)
      const watch = watching(db)
      await watch.check()
      expect(watch.state()).toMatchObject({ verdict, brokenAt: at })
      expect(watch.warnings().auditTrail).toBe(watch.state().sentence)
    })
  })

test('a wrong figure is named with both values and reloads the rate book', async () => {
  const before = reloads()
  await tampered(await withoutTriggers([setFact('rate = 1.2345')]), async (db) => {
    const watch = watching(db)
    await watch.check()
    expect(watch.state().sentence).toContain(
      'rate GBP indicative 2026-09-23: recorded 406.0000, published 1.2345',
    )
  })
  expect(reloads()).toBe(before + 1)
})
