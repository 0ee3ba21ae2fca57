import { expect, test } from 'vitest'
import { auditTrailState, downloadCheckpoints, exportAuditTrail } from '../../contract/audit-log.ts'
import { verifyProgram } from '../../scripts/verify-program.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { rowsOf } from '../testing/import-rows.ts'
import { loadCheckpointKey, signCheckpoint } from './checkpoints.ts'
import { runVerifier } from './verify-audit-trail.fixture.ts'

const { run, nimal, post } = await ratesAppOfFile()
const { headers } = nimal
const call = async (url: string) => {
  const { body, statusCode } = await run.app.inject({ url, headers })
  expect(statusCode).toBe(200)
  return body
}
/** Makes the server verify and sign the chain, as it does by itself from time to time. */
const state = async () =>
  (await run.get<typeof auditTrailState>(auditTrailState.url, headers)).body.data
const exported = (query = '') => call(`${exportAuditTrail.url}?format=jsonl${query}`)

for (let day = 10; day <= 17; day++)
  await post({ ...usd, date: `2026-09-${day}`, rate: 300 + day / 100, reason: `Letter ${day}` })
run.clock.turn(86_400)
const url = '/api/exchange-rate/import'
const payload = {
  rows: rowsOf('Date,Currency,Rate\n2026-09-22,GBP,405\n2026-09-23,GBP,406'),
}
const imported = await run.post(url, payload, headers)
const { id: importEntry } = (imported.body as { data: { id: number } }).data
await run.app.inject({ method: 'POST', url: `${url}/${importEntry}/undo`, headers })
const key = (await state()).public_key ?? ''
const checkpoints = await call(downloadCheckpoints.url)
const whole = await exported()
const end = importEntry + 2

test('the program is one file that imports only Node', async () => {
  const code = await verifyProgram()
  const names = Array.from(code.matchAll(/from ["'](.*)["']/g), ([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(code).not.toMatch(/\brequire\(|\bimport\(|\bfetch\(|\binterface\b/)
})

test('the program accepts a whole export and prints its counts', async () => {
  const good = await runVerifier([whole, checkpoints], `--key=${key}`)
  expect(good, good.printed).toMatchObject({
    status: 0,
    last: 'OK: every entry is as it was written.',
  })
  const count = lines.filter((line) => line.startsWith('{"change"')).length
  expect(good.printed).toContain(`Changes:     ${count} of rates`)
  expect(good.printed).toContain(`Rows:        ${end} of ${end} match their hash`)
  expect(good.printed).toContain(`Key:         ${key}\n`)
})

test('without a key the program trusts the checkpoint in the export and says so', async () => {
  const { status, printed } = await runVerifier([whole])
  expect(status).toBe(0)
  expect(printed).toContain('(key not pinned)')
})

test('the program verifies an unbroken range, and says what other selections cannot show', async () => {
  expect((await runVerifier([await exported('&from=2026-09-30')], `--key=${key}`)).last).toBe(
    'OK: every entry is as it was written.',
  )
  await post({ ...usd, date: '2026-09-21', rate: 299 })
  const scattered = await exported('&action=create+exchange+rate')
  const notShown = { status: 2, last: expect.stringMatching(/^NOT SHOWN: /) as string }
  expect(await runVerifier([scattered], `--key=${key}`)).toMatchObject(notShown)
  expect((await runVerifier([scattered.replace('USD rate', 'GBP rate')])).status).toBe(1)
  expect(await runVerifier([await exported('&action=logout')])).toMatchObject(notShown)
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
const moved = () => {
  const [third, fourth, fifth] = [entryAt(3), entryAt(4), entryAt(5)]
  const [before, one, two] = [
    lines.slice(0, third),
    lines.slice(third, fourth),
    lines.slice(fourth, fifth),
  ]
  return file([...before, ...two, ...one, ...lines.slice(fifth)])
}

test.each([
  ['a sentence', 'EDITED', twelfth, () => replaced('USD rate of 12 Sep', 'USD rate of 13 Sep')],
  ['a rate', 'EDITED', importEntry, () => replaced('"rate":"405.0000"', '"rate":"404.0000"')],
  ['a reason', 'EDITED', twelfth, () => replaced('Letter 12', 'Letter 13')],
  [
    'a reason left out',
    'EDITED',
    twelfth,
    () =>
      file(
        lines.with(
          entryAt(twelfth),
          lines[entryAt(twelfth)]!.replace(/"content":\{.*?\},"touched/, '"content":null,"touched'),
        ),
      ),
  ],
  ['the name of a holiday', 'EDITED', 1, () => replaced('Vesak', 'Wesak')],
  ['an address', 'EDITED', entryOf(nimal.email), () => replaced(nimal.email, 'other@example.lk')],
  [
    'the days that an entry touched',
    'EDITED',
    importEntry,
    () => replaced('{[2026-09-22,2026-09-24)}', '{[2026-09-22,2026-09-23)}'),
  ],
  ['an entry left out', 'GAP', 5, () => without(entryAt(5), 2)],
  ['the first entries left out', 'GAP', 1, () => without(1, entryAt(4) - 1)],
  ['two entries exchanged', 'GAP', 3, moved],
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
  [
    'the head in the file',
    'EDITED',
    end,
    () =>
      replaced(
        /"head":\{"id":\d+,"hash":"[0-9a-f]{8}/.exec(whole)![0],
        `"head":{"id":${end},"hash":"00000000`,
      ),
  ],
] as const)('the program finds a change of %s', async (_, verdict, entry, change) => {
  const { status, last } = await runVerifier([change(), checkpoints], `--key=${key}`)
  expect(last).toMatch(new RegExp(`^${verdict} at ${entry}: .*\\.$`))
  expect(status).toBe(1)
})

test('the program names a missing file, another file and an unused key', async () => {
  expect((await runVerifier([])).last).toMatch(/^NO FILE/)
  expect((await runVerifier(['id,created_at\n'])).last).toMatch(/^NOT CHECKED: 0.jsonl is not /)
  expect(await runVerifier(['{}\n'])).toMatchObject({
    status: 2,
    last: 'NOT CHECKED: 0.jsonl is not an export of the audit trail.',
  })
  const other = await runVerifier([whole, checkpoints], `--key=-${'A'.repeat(42)}`)
  expect([other.status, other.last]).toEqual([2, expect.stringMatching(/^NOT COVERED: /)])
})

test('a checkpoint contradicts a trail rewritten or cut before the export', async () => {
  const own = (await loadCheckpointKey(run.deps.config))!
  const sign = (entry: { id: number; hash: string }, now: Date) =>
    `${JSON.stringify(signCheckpoint(own, entry, now))}\n`
  const hash = '1'.repeat(64)
  const rewritten = sign({ id: 5, hash }, run.clock.now())
  expect((await runVerifier([whole, rewritten], `--key=${key}`)).last).toMatch(/^REWRITTEN at 5: /)
  const later = sign({ id: end + 5, hash }, new Date(0))
  expect((await runVerifier([whole, later], `--key=${key}`)).last).toMatch(
    new RegExp(`^TRUNCATED at ${end + 1}: `),
  )
})
