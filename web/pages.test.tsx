import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Link } from './link.tsx'
import { readPlace, type PageModule } from './load-page.ts'
import {
  currentEntry,
  navigate,
  OpenPageContext,
  PendingContext,
  useMessage,
  useNextPlace,
  usePages,
  usePlace,
} from './pages.tsx'
import { createQueryClient, createQuery, useResponse } from './queries.ts'
import { SCREENS } from './screens.ts'

const rate = (currency: string) =>
  createQuery('rates', 'GET /api/exchange-rate/current/:currency', {
    params: { currency: currency as 'USD' },
    query: {},
  })

/** Shows the currency of the address, its rate, and the currency that is being opened. */
function Rate() {
  const [shown, next] = [usePlace(), useNextPlace()]
  const currency = shown.search.get('base') ?? 'USD'
  const message = useMessage<string>()
  const { data } = useResponse(rate(currency))
  return <p>{[currency, data?.data.rate, next.search.get('base'), message].join(' ')}</p>
}

const page: PageModule = {
  Component: Rate,
  loader: ({ search }) => [rate(search.get('base') ?? 'USD')],
}

function Shell({ client }: { readonly client: QueryClient }) {
  const screen = SCREENS.find(({ path }) => path === '/rates')
  if (!screen) throw new Error('There is no /rates')
  const { page: open, pending } = usePages(client, { ...currentEntry(), screen, module: page })
  return (
    <QueryClientProvider client={client}>
      <OpenPageContext value={open}>
        <PendingContext value={pending}>
          <Rate />
          <Link href="/rates?base=GBP">Pound</Link>
          {pending?.error && <button onClick={pending.retry}>{pending.error.message}</button>}
        </PendingContext>
      </OpenPageContext>
    </QueryClientProvider>
  )
}

let client: QueryClient
let requested = new Map<string, (status: number) => Promise<void>>()
const respond = async (currency: string, status = 200) => {
  const answer = await vi.waitFor(() => requested.get(currency) ?? expect.fail(`no ${currency}`))
  requested.delete(currency)
  await answer(status)
}
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)))

vi.mock('./rates/rates-page.tsx', () => page)

beforeEach(() => {
  requested = new Map()
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise((resolve) =>
        requested.set(address.slice(-3), async (status) => {
          const body = status < 300 ? { data: { rate: address.slice(-3).toLowerCase() } } : {}
          await act(async () => {
            resolve(new Response(JSON.stringify(body), { status }))
            await new Promise((done) => setTimeout(done))
          })
        }),
      ),
  )
  history.replaceState(null, '', '/rates?base=USD')
})
const shown = () => screen.getByText(/^[A-Z]{3} /).textContent
const becomes = (text: string, address?: string) =>
  vi.waitFor(() => {
    expect([shown(), address && location.search]).toEqual([text, address])
  })
const open = async () => {
  const known = { data: { rate: 'usd' } }
  client = createQueryClient([[rate('USD').queryKey, 200, known]])
  render(<Shell client={client} />)
  await settle()
}
const go = async (to: string, options?: Parameters<typeof navigate>[1]) => {
  void navigate(to, options)
  await settle()
}

it('changes address and page together once data are loaded', async () => {
  await open()
  await go('/rates?base=GBP')
  await becomes('USD usd GBP ', '?base=USD')
  await respond('GBP')
  await becomes('GBP gbp GBP ', '?base=GBP')
})

it('opens the page that was chosen last, whichever data come first', async () => {
  await open()
  await go('/rates?base=GBP')
  await go('/rates?base=CAD')
  await respond('CAD')
  await respond('GBP')
  await becomes('CAD cad CAD ', '?base=CAD')
})

it('keeps page and address on failure and retries', async () => {
  await open()
  await go('/rates?base=GBP')
  await respond('GBP', 500)
  await becomes('USD usd USD ', '?base=USD')
  const before = history.length
  act(() => screen.getByRole('button', { name: 'Server error' }).click())
  await settle()
  await respond('GBP')
  await becomes('GBP gbp GBP ', '?base=GBP')
  expect(history.length).toBe(before + 1)
})

it('shows a refusal on the page itself', async () => {
  await open()
  await go('/rates?base=GBP')
  await respond('GBP', 404)
  await becomes('GBP  GBP ', '?base=GBP')
})

it('goes back to the previous data and scroll position', async () => {
  await open()
  vi.stubGlobal('scrollY', 640)
  await go('/rates?base=GBP')
  await respond('GBP')
  history.back()
  await becomes('USD usd USD ')
  expect(scrollTo).toHaveBeenLastCalledWith(0, 640)
})

it('stays on the later page after going back and forward before the earlier one is loaded', async () => {
  await open()
  await go('/rates?base=GBP')
  await respond('GBP')
  await go('/rates?base=CAD')
  await respond('CAD')
  for (const { queryKey } of [rate('GBP'), rate('USD')]) client.removeQueries({ queryKey })
  history.back()
  await becomes('CAD cad GBP ')
  history.forward()
  await becomes('CAD cad CAD ')
  await respond('GBP')
  await becomes('CAD cad CAD ', '?base=CAD')
})

it('adds one history entry for a choice and for what is typed before it is loaded', async () => {
  await open()
  const before = history.length
  await go('/rates?base=GBP')
  await go('/rates?base=CAD', { replace: true })
  await respond('CAD')
  await becomes('CAD cad CAD ')
  expect(history.length).toBe(before + 1)
})

it('ignores a choice made for another page', async () => {
  // Otherwise its code can arrive in a later test.
  await import('./customs/customs-page.tsx')
  await open()
  await go('/customs?base=GBP')
  await becomes('USD usd USD ')
  // Ends the navigation.
  await go('/rates?base=USD')
})

it('adds no history entry for a link to the current page', async () => {
  await open()
  const before = history.length
  await go('/rates?base=USD')
  expect(history.length).toBe(before)
})

it('shows a message once', async () => {
  await open()
  await go('/rates?base=GBP', { message: 'Saved.' })
  await respond('GBP')
  await becomes('GBP gbp GBP Saved.')
  await go('/rates?base=USD')
  await becomes('USD usd USD ', '?base=USD')
  history.back()
  await becomes('GBP gbp GBP ')
})

it('prefetches a link that is pointed at for a moment', async () => {
  await open()
  vi.useFakeTimers()
  const link = screen.getByRole('link', { name: 'Pound' })
  fireEvent.pointerEnter(link)
  await act(() => vi.advanceTimersByTimeAsync(50))
  fireEvent.pointerLeave(link)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(requested.has('GBP')).toBe(false)
  fireEvent.pointerEnter(link)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(requested.has('GBP')).toBe(true)
})

it('shows a page whose code and data are here within the press', async () => {
  await open()
  await go('/rates?base=GBP')
  await respond('GBP')
  await go('/rates?base=USD')
  await becomes('USD usd USD ')
  act(() => screen.getByRole('link', { name: 'Pound' }).click())
  expect([shown(), location.search]).toEqual(['GBP gbp GBP ', '?base=GBP'])
})

it('reads path and query of an address', () => {
  const { path, search } = readPlace('/rates/USD?from=lkr#chart', '2026-11-26' as never)
  expect([path, search.toString()]).toEqual(['/rates/USD', 'from=lkr'])
})
