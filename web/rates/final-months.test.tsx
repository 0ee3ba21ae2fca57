import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { calendarDateOf, dayInColombo } from '../../domain/calendar-date.ts'
import { addMonths, monthOf } from '../../domain/period.ts'
import { formatMonth } from '../../text/sentences.ts'
import { renderPage, stubServer } from '../testing/rendering.tsx'
import { FinalMonths } from './final-months.tsx'

const today = dayInColombo(new Date())
const month = (back: number) => addMonths(monthOf(today), -back)
const dayIn = (back: number) => calendarDateOf(`${month(back)}-15`)
const name = (back: number) => formatMonth(dayIn(back))

/** All but the newest month are final. */
const open = (...days: Parameters<typeof FinalMonths>[0]['days']) => {
  const sent = stubServer({
    'GET /api/exchange-rate/:currency/periods': {
      data: {
        periods: [5, 4, 3, 2, 1].map((back) => ({
          from: `${month(back)}-01`,
          sealed_at: back === 1 ? null : `${today}T00:00:00.000Z`,
        })),
      },
    },
  })
  const { container } = renderPage(<FinalMonths days={days} />)
  return { sent, container }
}

test('a rate of a final month is called a correction, with the way to the month of its kind', async () => {
  const { container, sent } = open(
    { date: dayIn(2), currency: 'USD', kind: 'tt-selling' },
    { date: dayIn(2), currency: 'USD', kind: 'tt-selling' },
  )
  const link = await screen.findByRole('link', { name: `Show ${name(2)}` })
  expect(container.textContent).toBe(
    `${name(2)} is final: the figures stay, with this change beside them as a correction. Show ${name(2)}`,
  )
  expect(link.getAttribute('href')).toBe(`/periods?month=${month(2)}&kind=tt-selling`)
  expect(sent.map(({ address }) => address)).toEqual([
    `/api/exchange-rate/USD/periods?from=${month(2)}&to=${month(2)}&kind=tt-selling`,
  ])
})

test('several months are named, of all series that were saved', async () => {
  const { container } = open(
    ...[2, 3, 4, 5].map((back) => ({ date: dayIn(back), currency: 'USD' as const })),
    { date: dayIn(2), currency: 'GBP' },
  )
  await waitFor(() =>
    expect(container.textContent).toContain(
      `${name(5)}, ${name(4)}, ${name(3)} and 1 other month are final`,
    ),
  )
})

test('nothing is said of a month that is not final, nor asked about this one', async () => {
  const { container, sent } = open(
    { date: dayIn(1), currency: 'USD' },
    { date: dayIn(2), currency: 'USD' },
    { date: calendarDateOf(`${month(0)}-01`), currency: 'GBP' },
  )
  await screen.findByRole('link', { name: `Show ${name(2)}` })
  expect(container.textContent).not.toContain(name(1))
  expect(sent).toHaveLength(1)
})
