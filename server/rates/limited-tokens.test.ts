import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { RATE_WARNINGS } from '../../domain/rate-warnings.ts'
import type { RateKind } from '../../domain/series.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { IMPORT, MANUAL, programsOfFile, type Answer } from './programs.fixture.ts'

/* Every way to write, by tokens of every kind of limit, on rates within and outside of it. */

const { ratesApp, send, createToken } = await programsOfFile()
const { run, nimal } = ratesApp
const CHANGES = `${MANUAL}/changes`
const POLICY = '/api/rate-policy'

type Headers = Record<string, string>
interface Written {
  readonly kind: RateKind
  readonly publisher: string | undefined
}
const DAY = '2026-09-24'
const entryOf = ({ kind, publisher }: Written, rate = 301) => ({
  date: DAY,
  base_currency: 'USD',
  rate,
  kind,
  accept: RATE_WARNINGS,
  ...(publisher !== undefined && { publisher }),
})
const store = async (written: Written) => {
  const [status, { data }] = await send(MANUAL, entryOf(written), nimal.headers)
  expect(status).toBe(201)
  return { id: data?.id ?? 0, version: data?.version ?? 0 }
}
const remove = async ({ id }: { id: number }) => {
  const [status] = await send(`${MANUAL}/${id}`, {}, nimal.headers, 'DELETE')
  expect(status).toBe(200)
}
const rowsOf = ({ kind, publisher }: Written, rate = 301) => ({
  rows: [
    {
      currency: 'USD',
      date: DAY,
      rate,
      kind,
      accept: RATE_WARNINGS,
      ...(publisher !== undefined && { publisher }),
    },
  ],
})
const weekOf = (gazette: string) => ({
  subject: 'customs rates',
  first_day: '2026-09-28',
  last_day: '2026-10-04',
  gazette,
  rows: [{ currency: 'USD', rate: 301, accept: RATE_WARNINGS }],
})

/** By endpoint of the contract: writes one rate, of which nothing was stored before. */
const WAYS: Readonly<
  Record<string, (written: Written, headers: Headers) => Promise<[number, Answer][]>>
> = {
  recordManualRate: async (written, headers) => [await send(MANUAL, entryOf(written), headers)],
  deleteManualRate: async (written, headers) => {
    const { id } = await store(written)
    return [await send(`${MANUAL}/${id}`, {}, headers, 'DELETE')]
  },
  restoreManualRate: async (written, headers) => {
    const entry = await store(written)
    await remove(entry)
    return [await send(`${MANUAL}/${entry.id}/restore`, { accept: RATE_WARNINGS }, headers)]
  },
  changeManualRates: async (written, headers) => {
    const { id, version } = await store(written)
    const edit = { ...entryOf(written, 302), replaces: { id, version } }
    const edited = await send(CHANGES, { enter: [edit] }, headers)
    await ratesApp.clear()
    const entry = await store(written)
    const deleted = await send(CHANGES, { delete: [entry] }, headers)
    if (deleted[0] !== 200) await remove(entry)
    const { rows } = await removedVersion(entry.id)
    return [edited, deleted, await send(CHANGES, { restore: rows }, headers)]
  },
  commitImport: async (written, headers) => [await send(IMPORT, rowsOf(written), headers)],
  undoImport: async (written, headers) => {
    const [status, { data }] = await send(IMPORT, rowsOf(written), nimal.headers)
    expect(status).toBe(201)
    return [await send(`${IMPORT}/${data?.id}/undo`, {}, headers)]
  },
}
/** Endpoints that a limited token may never use. */
const CLOSED = ['changePolicy', 'undoPolicyChange']

const removedVersion = async (id: number) => {
  const { body } = await ratesApp.recent('?state=deleted&publisher=all')
  return {
    rows: body.data
      .filter((each) => each.id === id)
      .map(({ version }) => ({ id, version, accept: RATE_WARNINGS })),
  }
}

const LIMITS = [
  { publishers: [], kinds: [] },
  { publishers: ['hnb'], kinds: [] },
  { publishers: [], kinds: ['tt-selling'] },
  { publishers: ['sampath', 'main'], kinds: ['tt-buying', 'indicative'] },
]

beforeEach(async () => {
  await ratesApp.clear()
  // The limits of calls and of new tokens begin again.
  run.clock.turn(3600)
})

test('each endpoint that writes is among those tried', () => {
  const writes = ALL_ENDPOINTS.filter(({ endpoint }) => endpoint.access === 'write')
  expect(writes.map(({ name }) => name).sort()).toEqual([...Object.keys(WAYS), ...CLOSED].sort())
})

describe.each(LIMITS)('a token of $publishers and $kinds', (limits) => {
  test.each(Object.keys(WAYS))('by %s writes these rates only', async (way) => {
    const headers = await createToken(limits)
    for (const kind of ['tt-buying', 'tt-selling'] as const)
      for (const publisher of [undefined, 'sampath', 'hnb']) {
        await ratesApp.clear()
        const may =
          (limits.kinds.length === 0 || limits.kinds.includes(kind)) &&
          (limits.publishers.length === 0 || limits.publishers.includes(publisher ?? 'main'))
        const answers = await WAYS[way]?.({ kind, publisher }, headers)
        expect(answers?.length).toBeGreaterThan(0)
        for (const [status, { message }] of answers ?? []) {
          expect([200, 201].includes(status), `${kind} ${publisher}: ${message}`).toBe(may)
          if (may) continue
          expect(status).toBe(403)
          for (const each of [...limits.publishers, ...limits.kinds])
            expect(message).toContain(each)
        }
      }
  })
})

test('a limited token changes neither policies nor bank holidays, and the trail names its limits', async () => {
  const headers = await createToken({ publishers: ['hnb'], kinds: ['tt-buying'] })
  const policy = { kind: 'indicative', rule: 'of the day', version: 0 }
  const [changed, { data }] = await send(`${POLICY}/closing`, policy, nimal.headers)
  expect(changed).toBe(200)
  expect((await send(`${POLICY}/changes/${data?.id}/undo`, {}, headers))[0]).toBe(403)
  expect((await send(`${POLICY}/customs`, policy, headers))[0]).toBe(403)
  const holidays = {
    subject: 'bank holidays',
    scope: 'special',
    source: 'Gazette',
    rows: [{ date: '2026-09-28', name: 'A holiday' }],
  }
  expect((await send(IMPORT, holidays, headers))[0]).toBe(403)
  const [created] = (await shownEntries(run.db)).filter(({ description }) =>
    description.includes('hnb, tt-buying'),
  )
  expect(created?.action).toBe('create access token')
})

test('a token of customs rates enters customs weeks, one of other kinds does not', async () => {
  const tt = await createToken({ kinds: ['tt-buying'] })
  expect((await send(IMPORT, weekOf('2500/1'), tt))[0]).toBe(403)
  const bank = await createToken({ publishers: ['hnb'] })
  expect((await send(IMPORT, weekOf('2500/1'), bank))[0]).toBe(403)
  const customs = await createToken({ publishers: ['main'], kinds: ['customs'] })
  expect((await send(IMPORT, weekOf('2500/1'), customs))[0]).toBe(201)
})
