import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { createQueryClient } from '../queries.ts'
import { HistoryTable } from './history-table.tsx'

afterEach(cleanup)

test('of a long history 25 rows are shown, and all of them are printed', () => {
  const rates = Array.from({ length: 60 }, (_, at) => ({
    date: addDays(calendarDateOf('2026-07-01'), at),
    rate: rateOf('301.25'),
    source: 'cbsl' as const,
  }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HistoryTable
        currency="USD"
        kind={undefined}
        rates={rates}
        usual="cbsl"
        changed={undefined}
      />
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('row')).toHaveLength(1 + 25)
  expect(screen.getByRole('button', { name: 'Show 35 more' })).toBeTruthy()
  fireEvent(window, new Event('beforeprint'))
  expect(screen.getAllByRole('row')).toHaveLength(1 + 60)
})
