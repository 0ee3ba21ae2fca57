import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient, createQuery, refresh, useResponse } from './queries.ts'
import { renderPage } from './testing/rendering.tsx'

const QUERY = createQuery('rates', 'GET /api/exchange-rate/feed', {})
const body = (newest: string) => ({ data: { feed: 'cbsl', newest_date: newest, sample: false } })

interface Requested {
  readonly response: (json: object, status?: number) => Promise<void>
  readonly signal: AbortSignal
}
let requested: Requested[] = []

beforeEach(() => {
  requested = []
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        requested.push({
          signal,
          response: (json, status = 200) =>
            change(() => {
              resolve(new Response(JSON.stringify(json), { status }))
            }),
        })
      }),
  )
})
/** Does something, and waits until what follows from it is shown. */
const change = (something: () => void) =>
  act(async () => {
    something()
    await new Promise((resolve) => setTimeout(resolve))
  })

const refreshRates = (client: QueryClient) =>
  change(() => {
    refresh(client, 'rates')
  })

function Newest() {
  const { data, error, isFetching } = useResponse(QUERY)
  return (
    <p>{`${data?.data.newest_date ?? error?.message ?? 'nothing'}${isFetching ? ' …' : ''}`}</p>
  )
}

const shown = () => screen.queryAllByText(/./, { selector: 'p' }).map((each) => each.textContent)
const show = (client: QueryClient, count = 1) =>
  renderPage(
    Array.from({ length: count }, (_, index) => <Newest key={index} />),
    client,
  )

it('requests once for all components', async () => {
  show(createQueryClient(), 3)
  expect([requested.length, shown()]).toEqual([1, ['nothing …', 'nothing …', 'nothing …']])
  await requested[0]?.response(body('2026-09-29'))
  expect(shown()).toEqual(['2026-09-29', '2026-09-29', '2026-09-29'])
})

it('requests nothing that came with the page', () => {
  show(createQueryClient([[QUERY.queryKey, 200, body('2026-09-28')]]))
  expect([requested.length, shown()]).toEqual([0, ['2026-09-28']])
  cleanup()
  show(createQueryClient([[QUERY.queryKey, 404, { message: 'None.' }]]))
  expect([requested.length, shown()]).toEqual([0, ['None.']])
})

it('aborts a request that nobody shows, and repeats it later', () => {
  const client = createQueryClient()
  show(client).unmount()
  expect(requested.map(({ signal }) => signal.aborted)).toEqual([true])
  show(client)
  expect(requested.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it('shows the old response while it requests the new one after a change', async () => {
  const client = createQueryClient([[QUERY.queryKey, 200, body('2026-09-28')]])
  show(client)
  await refreshRates(client)
  expect(shown()).toEqual(['2026-09-28 …'])
  await requested[0]?.response(body('2026-09-29'))
  expect(shown()).toEqual(['2026-09-29'])
})

it('shows the message of the server, or the specified words without one', async () => {
  const client = createQueryClient()
  show(client)
  await requested[0]?.response({ message: 'The rates are being loaded.' }, 503)
  expect(shown()).toEqual(['The rates are being loaded.'])
  await refreshRates(client)
  await requested[1]?.response({}, 500)
  expect(shown()).toEqual(['Server error'])
})

it('keeps data after a temporary failure and drops them after a refusal', async () => {
  const client = createQueryClient([[QUERY.queryKey, 200, body('2026-09-28')]])
  show(client)
  await refreshRates(client)
  await requested[0]?.response({}, 500)
  expect(shown()).toEqual(['2026-09-28'])
  await refreshRates(client)
  await requested[1]?.response({ message: 'None.' }, 404)
  expect(shown()).toEqual(['None.'])
})

it('retries a failure and shows it meanwhile', async () => {
  show(createQueryClient())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await requested[0]?.response({}, 500)
  expect(shown()).toEqual(['Server error'])
  await change(() => void vi.advanceTimersByTime(11_000))
  expect([requested.length, shown()]).toEqual([2, ['Server error …']])
  await requested[1]?.response(body('2026-09-29'))
  expect(shown()).toEqual(['2026-09-29'])
})

it('refetches everything shown when online again', async () => {
  show(createQueryClient([[QUERY.queryKey, 200, body('2026-09-28')]]))
  await change(() => void window.dispatchEvent(new Event('offline')))
  await change(() => void window.dispatchEvent(new Event('online')))
  await requested[0]?.response(body('2026-09-29'))
  expect([requested.length, shown()]).toEqual([1, ['2026-09-29']])
})

it('drops a response that was under way during a change', async () => {
  const client = createQueryClient()
  show(client)
  await refreshRates(client)
  expect(requested.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await requested[1]?.response(body('2026-09-29'))
  expect(shown()).toEqual(['2026-09-29'])
})
