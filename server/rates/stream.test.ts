import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { RateEvent } from '../../contract/rates/rates.ts'
import { seriesOf } from '../../domain/series.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'
import { RateEvents } from './stream.ts'

const ratesApp = await ratesAppOfFile()
const origin = await ratesApp.run.app.listen({ port: 0 })

interface Heard {
  readonly id: number
  readonly event: string
  readonly data: Partial<RateEvent>
}

/** Listens like a browser; `heard` grows while the line is open. */
async function listen(headers: Record<string, string> = {}, query = '') {
  const ending = new AbortController()
  const response = await fetch(`${origin}/api/exchange-rate/stream${query}`, {
    headers,
    signal: ending.signal,
  })
  const heard: Heard[] = []
  let rest = ''
  const received = (async () => {
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      rest += Buffer.from(part).toString()
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      heard.push(...blocks.filter((block) => block.startsWith('event:')).map(parseBlock))
    }
  })()
  return { response, heard, received, end: () => ending.abort() }
}

function parseBlock(block: string): Heard {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => line.split(/: (.*)/s, 2)),
  ) as Record<string, string>
  return {
    id: Number(fields['id']),
    event: fields['event'] ?? '',
    data: JSON.parse(fields['data'] ?? '') as Partial<RateEvent>,
  }
}

test('every listener hears a new, a replaced and a restored rate', async () => {
  const [one, other] = [await listen(), await listen()]
  expect(one.response.headers.get('content-type')).toBe('text/event-stream')
  expect(one.response.headers.get('x-content-type-options')).toBe('nosniff')
  const { id } = (await ratesApp.post(usd)).body.data
  await ratesApp.post({ ...usd, rate: 302 })
  await ratesApp.remove(id)
  for (const { heard } of [one, other]) {
    await expect
      .poll(() => heard.map(({ event }) => event))
      .toEqual(['hello', 'rate', 'rate', 'rate'])
    expect(
      heard.slice(1).map(({ data }) => [data.currency, data.date, data.rate, data.source]),
    ).toEqual([
      ['USD', '2026-09-29', 301.25, 'manual'],
      ['USD', '2026-09-29', 302, 'manual'],
      ['USD', '2026-09-29', 301.1, 'cbsl'],
    ])
    const ids = heard.map((each) => each.id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  }
  one.end()
  other.end()
  await Promise.allSettled([one.received, other.received])
})

test('a listener hears its kind, which is named if one was requested', async () => {
  const unnamed = await listen()
  const [sellingOnly, all] = [await listen({}, '?kind=tt-selling'), await listen({}, '?kind=all')]
  for (const { heard } of [unnamed, sellingOnly, all]) await expect.poll(() => heard.length).toBe(1)
  const posted = [
    await ratesApp.post({ ...usd, kind: 'tt-selling', rate: 305 }),
    await ratesApp.post(usd),
  ]
  const kindsOf = ({ heard }: { heard: Heard[] }) =>
    heard.slice(1).map(({ data }) => [data.kind, data.rate] as const)
  await expect.poll(() => kindsOf(unnamed)).toEqual([[undefined, 301.25]])
  expect(unnamed.heard[1]?.data).not.toHaveProperty('kind')
  await expect.poll(() => kindsOf(sellingOnly)).toEqual([['tt-selling', 305]])
  await expect
    .poll(() => kindsOf(all))
    .toEqual([
      ['tt-selling', 305],
      ['indicative', 301.25],
    ])
  const since = String(all.heard[0]?.id)
  const resumed = await listen({ 'last-event-id': since }, '?kind=tt-selling')
  await expect
    .poll(() => resumed.heard.map(({ event, data }) => [event, data.kind]))
    .toEqual([
      ['rate', 'tt-selling'],
      ['hello', undefined],
    ])
  for (const { body } of posted) await ratesApp.remove(body.data.id)
  for (const each of [unnamed, sellingOnly, all, resumed]) {
    each.end()
    await each.received.catch(() => undefined)
  }
})

test('a rate of another feed or below a stronger one is not sent', async () => {
  const { id } = (await ratesApp.post(usd)).body.data
  const { heard, end, received } = await listen()
  await publish(ratesApp.run, 'currency-api', 'USD', { '2026-09-27': '1' })
  await publish(ratesApp.run, 'sample', 'USD', { '2026-09-29': '2' })
  await ratesApp.remove(id)
  await expect
    .poll(() => heard.map(({ event, data }) => [event, data.rate]))
    .toEqual([
      ['hello', undefined],
      ['rate', 301.1],
    ])
  end()
  await received.catch(() => undefined)
})

test('a listener with its last id hears what it missed once', async () => {
  const first = await listen()
  await expect.poll(() => first.heard.length).toBe(1)
  const last = String(first.heard[0]?.id)
  first.end()
  await first.received.catch(() => undefined)
  const { id } = (await ratesApp.post({ ...usd, rate: 303 })).body.data
  for (const resumed of [
    await listen({ 'last-event-id': last }),
    await listen({}, `?after=${last}`),
  ]) {
    await expect.poll(() => resumed.heard.map(({ data }) => data.rate)).toEqual([303, undefined])
    resumed.end()
    await resumed.received.catch(() => undefined)
  }
  await ratesApp.remove(id)
})

test('an unknown id asks to fetch again', async () => {
  const resumed = await listen({ 'last-event-id': '999999999' })
  await expect.poll(() => resumed.heard.map(({ event }) => event)).toEqual(['reset'])
  resumed.end()
  await resumed.received.catch(() => undefined)
})

test('a whole import is one event, and old changes are dropped', () => {
  const events = new RateEvents(10)
  const changes = Array.from({ length: 101 }, (_, index) => ({
    version: 11 + index,
    ...seriesOf('USD'),
    date: '2026-09-29' as never,
    now: null,
  }))
  events.add({ kind: 'rates', changes }, 111)
  expect(events.describe({ kind: 'rates', changes }, {})).toMatch(/^event: reset\nid: 111\n/)
  for (let version = 112; version < 1200; version++)
    events.add({ kind: 'rates', changes: [{ ...changes[0]!, version }] }, version)
  expect(events.greeting(111)).toContain('event: reset')
  const missed = events.greeting(1190)
  expect(missed.match(/event: rate/g)).toHaveLength(9)
  // The id of where things stand comes last: a line that breaks before has not sent everything.
  expect(missed.match(/id: \d+/g)?.at(-1)).toBe('id: 1199')
  expect(missed).toMatch(/event: hello\nid: 1199\ndata: .*\n\n$/)
  expect(events.greeting(1050)).toMatch(/^event: reset\nid: 1199\n/)
})

test('a change of a bank is sent only to listeners of that bank or all', () => {
  const changes = [
    { version: 1, ...seriesOf('USD', 'tt-selling', 'hnb'), date: '2026-09-29' as never, now: null },
  ]
  const sent = [undefined, 'sampath', 'hnb', 'all'].map((publisher) =>
    new RateEvents(0).describe({ kind: 'rates', changes }, { kind: 'all', publisher }),
  )
  expect(sent.slice(0, 2)).toEqual(['', ''])
  for (const text of sent.slice(2)) expect(text).toContain('"kind":"tt-selling","publisher":"hnb"')
})

test('HEAD opens no stream, and closing the server ends every stream, pipelined ones included', async () => {
  const head = await fetch(`${origin}/api/exchange-rate/stream`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  const { received } = await listen()
  const line = connect({ port: Number(new URL(origin).port), host: 'localhost' })
  line.write('GET /api/exchange-rate/stream HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2))
  await once(line, 'readable')
  await ratesApp.run.app.close()
  await expect(received).resolves.toBeUndefined()
  const responses = await text(line)
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})
