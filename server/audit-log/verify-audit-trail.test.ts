import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditTrailState, downloadCheckpoints, exportAuditTrail } from '../../contract/audit-log.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { publicKeyText, signCheckpoint, signKeyChange } from './chain/checkpoint.ts'
import { loadCheckpointKey } from './chain/checkpoint-key.ts'
import { runVerifier, VERIFIER } from './verify-audit-trail.fixture.ts'

const { run, nimal, post } = await ratesAppOfFile()
const call = async (url: string) => {
  const { body, statusCode } = await run.app.inject({ url, headers: nimal.headers })
  expect(statusCode).toBe(200)
  return body
}
/** Lets the server check the chain and sign it, as it does by itself from time to time. */
const state = async () => {
  const { headers } = nimal
  return (await sendRequest<typeof auditTrailState>(run, { url: auditTrailState.url, headers }))
    .body.data
}
const exported = (query = '') => call(`${exportAuditTrail.url}?format=jsonl${query}`)

for (let day = 10; day <= 17; day++)
  await post({ ...usd, date: `2026-09-${day}`, rate: 300 + day / 100, reason: `Letter ${day}` })
run.clock.turn(86_400)
const importUrl = '/api/exchange-rate/import'
const imported = await sendRequest(run, {
  method: 'POST',
  url: importUrl,
  headers: nimal.headers,
  payload: { text: 'Date,Currency,Rate\n2026-09-22,GBP,405\n2026-09-23,GBP,406' },
})
const { id: importEntry } = (imported.body as { data: { id: number } }).data
await run.app.inject({
  method: 'POST',
  url: `${importUrl}/${importEntry}/undo`,
  headers: nimal.headers,
})
const key = (await state()).key?.public_key ?? ''
const checkpoints = await call(downloadCheckpoints.url)
const whole = await exported()
const end = importEntry + 2

test('The verifier is one plain file of at most 150 lines that imports nothing but Node', () => {
  const code = readFileSync(VERIFIER, 'utf8')
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  const imported = Array.from(code.matchAll(/from ["'](.*)["']/g), ([, name]) => name ?? '')
  expect(imported.length).toBeGreaterThan(2)
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(code).not.toMatch(/\brequire\(|\bimport\(|\bfetch\(/)
})

test('It finds a whole export good, up to which entry it is signed', async () => {
  const good = await runVerifier([whole, checkpoints], `--key=${key}`)
  expect(good).toMatchObject({
    status: 0,
    last: `OK: entries 1 to ${end} are as they were written, signed up to ${end - 1}.`,
  })
  const count = lines.filter((line) => line.startsWith('{"change"')).length
  expect(good.said).toContain(`Entries: ${end} Changes: ${count}`)
  expect(count).toBeGreaterThan(30)
})

test('Without files of checkpoints and a key it believes the one in the export, and says so', async () => {
  expect(await runVerifier([whole])).toMatchObject({
    status: 0,
    last: `OK: entries 1 to ${end} are as they were written, signed up to ${end - 1} with a key that --key did not name.`,
  })
})

test('An unbroken stretch is checked by itself; of any other selection it says what that cannot show', async () => {
  const stretch = await exported('&from=2026-09-30')
  expect(await runVerifier([stretch], `--key=${key}`)).toMatchObject({
    status: 0,
    last: expect.stringMatching(
      /^OK: entries \d+ to \d+ are as they were written, signed up to \d+\. What was before them it cannot show\.$/,
    ) as string,
  })
  await post({ ...usd, date: '2026-09-21', rate: 299 })
  const scattered = await exported('&action=create+exchange+rate')
  expect(await runVerifier([scattered], `--key=${key}`)).toMatchObject({
    status: 2,
    last: 'NOT SHOWN: whether this selection is complete, {"action":"create exchange rate"}.',
  })
  expect((await runVerifier([scattered.replace('USD rate', 'GBP rate')])).status).toBe(1)
  const none = await exported('&action=logout')
  expect(await runVerifier([none])).toMatchObject({
    status: 2,
    last: 'NOT SHOWN: whether this selection is complete, {"action":"logout"}.',
  })
})

const lines = whole.trimEnd().split('\n')
const at = (part: string) => lines.findIndex((line) => line.includes(part))
const file = (changed: readonly string[]) => `${changed.join('\n')}\n`
const replaced = (from: string, to: string) => {
  expect(whole).toContain(from)
  return whole.replace(from, to)
}
const without = (index: number, count = 1) => file(lines.toSpliced(index, count))
const exchanged = (one: number) => file(lines.toSpliced(one, 2, lines[one + 1]!, lines[one]!))
const entryAt = (id: number) => at(`{"entry":{"id":${id},`)
const entryOf = (part: string) =>
  (JSON.parse(lines[at(part)]!) as { entry: { id: number } }).entry.id
const twelfth = entryOf('12 Sep 2026: 300.1200')
const firstOfImport = entryAt(importEntry) + 1

test.each([
  ['a sentence', 'EDITED', twelfth, () => replaced('USD rate of 12 Sep', 'USD rate of 13 Sep')],
  ['a rate', 'EDITED', importEntry, () => replaced('"rate":"405.0000"', '"rate":"404.0000"')],
  ['a reason', 'EDITED', twelfth, () => replaced('"Letter 12"', '"Letter 13"')],
  ['the name of a holiday', 'EDITED', 1, () => replaced('Vesak', 'Wesak')],
  ['an address', 'EDITED', entryOf(nimal.email), () => replaced(nimal.email, 'other@example.lk')],
  ['an entry left out', 'GAP', 5, () => without(entryAt(5), 2)],
  ['the first entries left out', 'GAP', 1, () => without(1, entryAt(4) - 1)],
  [
    'two entries exchanged',
    'EDITED',
    3,
    () =>
      file([
        ...lines.slice(0, entryAt(3)),
        ...lines.slice(entryAt(4), entryAt(5)),
        ...lines.slice(entryAt(3), entryAt(4)),
        ...lines.slice(entryAt(5)),
      ]),
  ],
  ['two changes of one entry exchanged', 'EDITED', importEntry, () => exchanged(firstOfImport)],
  ['a change left out', 'EDITED', importEntry, () => without(firstOfImport + 1)],
  [
    'a change moved to the entry before',
    'EDITED',
    importEntry - 1,
    () => exchanged(firstOfImport - 1),
  ],
  [
    'a change put in',
    'EDITED',
    importEntry,
    () => file(lines.toSpliced(firstOfImport, 0, lines[firstOfImport]!)),
  ],
  [
    'what was undone',
    'EDITED',
    importEntry + 1,
    () => replaced(`"undone":[${importEntry}]`, '"undone":[3]'),
  ],
  ['the end of the file cut off', 'TRUNCATED', end + 1, () => file(lines.slice(0, -1))],
  ['the newest entries cut off', 'TRUNCATED', end, () => file(lines.toSpliced(entryAt(end), 1))],
] as const)('%s is found in the file', async (_, verdict, entry, change) => {
  const { status, last } = await runVerifier([change(), checkpoints], `--key=${key}`)
  expect(last).toMatch(new RegExp(`^${verdict} at ${entry}: .*\\.$`))
  expect(status).toBe(1)
})

test('What cannot be checked is said to be: no file, none that is an export, another key', async () => {
  expect(await runVerifier([])).toMatchObject({
    status: 2,
    last: expect.stringMatching(/^NO FILE/) as string,
  })
  expect(await runVerifier(['id,created_at\n'])).toMatchObject({ status: 2 })
  expect(await runVerifier(['{}\n'])).toMatchObject({
    status: 2,
    last: 'NO EXPORT: 0.jsonl is no export of the trail as JSON lines.',
  })
  expect(await runVerifier([whole, checkpoints], `--key=-${'A'.repeat(42)}`)).toMatchObject({
    status: 2,
    last: 'NOT COVERED: no checkpoint of that key is in it.',
  })
})

test('A key that took the place of the one that is named counts, where both have signed it', async () => {
  const own = (await loadCheckpointKey(run.deps.config))!
  const before = generateKeyPairSync('ed25519')
  const named = publicKeyText(before.publicKey)
  const handover = signKeyChange(before.privateKey, own, run.clock.now())
  const forged = { ...handover, old_signature: handover.new_signature }
  const check = (line: object) =>
    runVerifier([whole, `${checkpoints}${JSON.stringify(line)}\n`], `--key=${named}`)
  expect(await check(handover)).toMatchObject({ status: 0 })
  expect(await check(forged)).toMatchObject({ status: 2 })
})

test('A trail whose entries were all hashed again is contradicted by the first checkpoint behind the change', async () => {
  const [{ entry }] = checkpoints
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { entry: number }) as [{ entry: number }]
  await run.owner.connection().execute(async (owner) => {
    await sql`ALTER TABLE audit_entry DISABLE TRIGGER USER`.execute(owner)
    await sql`ALTER TABLE audit_head DISABLE TRIGGER USER`.execute(owner)
    await sql.raw(rewrite(twelfth)).execute(owner)
    await sql`ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_continue`.execute(owner)
  })
  const rewritten = await exported()
  const [about = '', ...rest] = rewritten.split('\n')
  const alone = [about.replace(/"checkpoint":.*/, '"checkpoint":null}}'), ...rest].join('\n')
  expect(await runVerifier([alone])).toMatchObject({
    status: 0,
    last: expect.stringContaining('signed by nobody') as string,
  })
  expect(await runVerifier([alone, checkpoints], `--key=${key}`)).toMatchObject({
    status: 1,
    last: `REWRITTEN at ${entry}: another entry was signed.`,
  })
})

test('A tail that was cut off before the export is missed by a checkpoint of before', async () => {
  const own = (await loadCheckpointKey(run.deps.config))!
  const later = signCheckpoint(own, { id: end + 5, hash: Buffer.alloc(32) }, new Date(0))
  expect(await runVerifier([whole, `${JSON.stringify(later)}\n`], `--key=${key}`)).toMatchObject({
    status: 1,
    last: expect.stringMatching(new RegExp(`^TRUNCATED at ${end + 1}: `)) as string,
  })
})

/** Another rate in an entry, and hashes that fit in it and all that follow. */
const rewrite = (id: number) => `
DO $$
DECLARE entry audit_entry; link bytea;
BEGIN
  UPDATE audit_entry SET description = replace(description, '300.1200', '399.0000') WHERE id = ${id};
  SELECT hash INTO link FROM audit_entry WHERE id = ${id - 1};
  FOR entry IN SELECT * FROM audit_entry WHERE id >= ${id} ORDER BY id LOOP
    entry.previous_hash := link;
    link := sha256(link || audit_bytes(entry));
    UPDATE audit_entry SET previous_hash = entry.previous_hash, hash = link WHERE audit_entry.id = entry.id;
  END LOOP;
  UPDATE audit_head SET hash = link;
END $$`
