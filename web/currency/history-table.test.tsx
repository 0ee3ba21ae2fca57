import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { createQueryClient } from '../queries.ts'
import { currencyChoice } from './history-queries.ts'
import { HistoryTable } from './history-table.tsx'

afterEach(cleanup)

test('of a long history 25 rows are shown, and all of them are printed', () => {
  const rates = Array.from({ length: 60 }, (_, at) => ({
    date: addDays(calendarDateOf('2026-07-01'), at),
    rate: 301.25,
    source: 'cbsl' as const,
  }))
  const today = calendarDateOf('2026-09-29')
  const choice = currencyChoice({ path: '/rates/USD', search: new URLSearchParams(), today })
  const days = { from: choice.from, to: choice.to, oldest_date: choice.from }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HistoryTable
        history={{ currency: 'USD', target_currency: 'LKR', rates, ...days }}
        changed={undefined}
      />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText('Daily rates (60)'))
  expect(screen.getAllByRole('row')).toHaveLength(1 + 25)
  expect(screen.getByRole('button', { name: 'Show 35 more' })).toBeTruthy()
  fireEvent(window, new Event('beforeprint'))
  expect(screen.getAllByRole('row')).toHaveLength(1 + 60)
})
