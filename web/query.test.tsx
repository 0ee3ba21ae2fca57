import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { feedState } from '../contract/rates.ts'
import { ResponseCache, Cache, useResponse, useSteady } from './query.ts'

const ADDRESS = '/api/exchange-rate/feed'
const body = (newest: string) => ({ data: { feed: 'cbsl', newest_date: newest, sample: false } })

interface Asked {
  readonly response: (json: object, status?: number) => Promise<void>
  readonly signal: AbortSignal
}
let asked: Asked[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        asked.push({
          signal,
          response: (json, status = 200) =>
            act(() => {
              resolve(new Response(JSON.stringify(json), { status }))
              return Promise.resolve()
            }),
        })
      }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Newest() {
  const { data, error, waiting } = useResponse(feedState, {})
  return <p>{`${data?.data.newest_date ?? error?.message ?? 'nothing'}${waiting ? ' …' : ''}`}</p>
}

const shown = () => screen.queryAllByText(/./, { selector: 'p' }).map((each) => each.textContent)
const show = (cache: ResponseCache, count = 1) =>
  render(
    <Cache value={cache}>
      {Array.from({ length: count }, (_, index) => (
        <Newest key={index} />
      ))}
    </Cache>,
  )

it('asks once for all who show an answer', async () => {
  show(new ResponseCache(), 3)
  expect([asked.length, shown()]).toEqual([1, ['nothing …', 'nothing …', 'nothing …']])
  await asked[0]?.response(body('2026-09-29'))
  expect(shown()).toEqual(['2026-09-29', '2026-09-29', '2026-09-29'])
})

it('asks for nothing that came with the page, neither an answer nor a refusal', () => {
  show(new ResponseCache([[ADDRESS, 200, body('2026-09-28')]]))
  expect([asked.length, shown()]).toEqual([0, ['2026-09-28']])
  cleanup()
  show(new ResponseCache([[ADDRESS, 404, { message: 'None.' }]]))
  expect([asked.length, shown()]).toEqual([0, ['None.']])
})

it('stops asking when nobody shows the answer any more, and asks again for the next who does', () => {
  const cache = new ResponseCache()
  show(cache).unmount()
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
  show(cache)
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it('shows the old answer while it asks for the new one after a change', async () => {
  const cache = new ResponseCache([[ADDRESS, 200, body('2026-09-28')]])
  show(cache)
  act(() => cache.invalidate('/api/exchange-rate/'))
  expect(shown()).toEqual(['2026-09-28 …'])
  await asked[0]?.response(body('2026-09-29'))
  expect(shown()).toEqual(['2026-09-29'])
})

it('says what the server says of a failure, and the words of the specification where it says nothing', async () => {
  const cache = new ResponseCache()
  show(cache)
  await asked[0]?.response({ message: 'The rates are being loaded.' }, 503)
  expect(shown()).toEqual(['The rates are being loaded.'])
  act(() => cache.invalidate(ADDRESS))
  await asked[1]?.response({}, 500)
  expect(shown()).toEqual(['Server error'])
})

it('keeps what was known after a failure that may pass, and drops it after a refusal', async () => {
  const cache = new ResponseCache([[ADDRESS, 200, body('2026-09-28')]])
  show(cache)
  act(() => cache.invalidate(ADDRESS))
  await asked[0]?.response({}, 500)
  expect(shown()).toEqual(['2026-09-28'])
  act(() => cache.invalidate(ADDRESS))
  await asked[1]?.response({ message: 'None.' }, 404)
  expect(shown()).toEqual(['None.'])
})

function Steady({ data, subject }: { data: string | undefined; subject: string }) {
  return <p>{useSteady(data, subject) ?? 'nothing'}</p>
}

it('holds the old data only for the subject that they are about', () => {
  const { rerender } = render(<Steady data="328.2842" subject="USD" />)
  rerender(<Steady data={undefined} subject="USD" />)
  expect(shown()).toEqual(['328.2842'])
  rerender(<Steady data={undefined} subject="CAD" />)
  expect(shown()).toEqual(['nothing'])
  rerender(<Steady data="244.3568" subject="CAD" />)
  rerender(<Steady data={undefined} subject="USD" />)
  expect(shown()).toEqual(['nothing'])
})
