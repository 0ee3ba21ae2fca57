import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { setPublishers } from '../../domain/series.ts'
import { renderPage } from '../testing/rendering.tsx'
import { CustomsWeek } from './customs-week.tsx'
import { Component as EnterPage } from './enter-page.tsx'

const date = dayInColombo(new Date())
const usd = { currency: 'USD', entry: null, published: null, previous: null, usual_move: null }
let failing: RegExp
let posted: string[]
let doubts: object[]
let buying: Promise<undefined>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  sessionStorage.clear()
  history.replaceState(null, '', '/enter')
  posted = []
  doubts = []
  buying = Promise.resolve(undefined)
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (address.includes('kind=tt-buying')) await buying
    if (method === 'POST') posted.push(address)
    if (failing.test(address)) return new Response('{}', { status: 500 })
    if (method === 'POST') return Response.json({ data: { warnings: doubts } })
    const days = { from: date, to: date, rates: [], missing: [] }
    const data = address.includes('/days') ? days : { date, rates: [usd] }
    return Response.json({ data: address.includes('/imports') ? [] : data })
  })
})
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a check without an answer is made again by the save, which waits for its doubts', async () => {
  failing = /check$/
  renderPage(<EnterPage />)
  const field = await screen.findByLabelText('USD Indicative')
  fireEvent.input(field, { target: { value: '310.5' } })
  fireEvent.blur(field)
  await waitFor(() => expect(posted).toHaveLength(1))
  failing = /nothing/
  doubts = [{ kind: 'swapped digits', sentence: 'Two digits may be swapped.' }]
  press('Save 1 rate')
  await screen.findByText('Two digits swapped?')
  expect(posted.filter((address) => address.endsWith('/changes'))).toEqual([])
})

test('other kinds that cannot be loaded are asked for again by a press', async () => {
  failing = /kind=/
  renderPage(<EnterPage />)
  await screen.findByRole('table')
  press('Add TT rates')
  await screen.findByText('This could not be loaded: Server error')
  failing = /nothing/
  press('Try again')
  await waitFor(() => expect(screen.getAllByRole('table').length).toBeGreaterThan(1))
})

test('the days of the strip can be chosen before their rates are known', async () => {
  failing = /days/
  renderPage(<EnterPage />)
  await screen.findByText('This could not be loaded: Server error')
  const days = screen.getByRole('navigation', { name: 'Days' })
  expect(days.querySelectorAll('li a')).toHaveLength(13)
  expect(days.querySelector('[aria-current=date]')?.ariaLabel).not.toMatch(/no rate/)
})

test('the focus goes to the first of the other kinds, although it is the last to come', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  buying = promise
  failing = /nothing/
  renderPage(<EnterPage />)
  await screen.findByRole('table')
  screen.getByRole('button', { name: 'Add TT rates' }).focus()
  press('Add TT rates')
  await screen.findByLabelText('USD Bank sells (TT)')
  resolve(undefined)
  const first = await screen.findByLabelText('USD Bank buys (TT)')
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('the focus waits for the first kind of a bank', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  buying = promise
  failing = /nothing/
  setPublishers([{ id: 'hnb', name: 'HNB' }])
  onTestFinished(() => setPublishers([]))
  history.replaceState(null, '', '/enter?publisher=hnb')
  renderPage(<EnterPage />)
  await screen.findByLabelText('USD Bank sells (TT)')
  resolve(undefined)
  const first = await screen.findByLabelText('USD Bank buys (TT)')
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('a typed customs week stays while the earlier weeks are asked for again', async () => {
  failing = /imports/
  renderPage(<CustomsWeek date={date} waiting={null} />)
  await screen.findByText('This could not be loaded: Server error')
  const gazette = screen.getByLabelText('Gazette number')
  fireEvent.input(gazette, { target: { value: '2340/01' } })
  failing = /nothing/
  press('Try again')
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull())
  expect(screen.getByLabelText('Gazette number')).toBe(gazette)
})
