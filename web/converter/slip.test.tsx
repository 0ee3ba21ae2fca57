import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { setPublishers } from '../../domain/series.ts'
import { readPlace } from '../load-page.ts'
import type { Converted } from './conversion.ts'
import { askedText, rateFacts, Slip, sourcedLine } from './slip.tsx'
import { readConversion, readTyped } from './typed-amount.ts'

const [friday, saturday] = [calendarDateOf('2026-11-06'), calendarDateOf('2026-11-07')]
const rate = { currency: 'USD', date: friday, rate: 332.6381, source: 'cbsl' } as const

function amount(search: string): Converted {
  const read = readTyped(readConversion(readPlace(`/?${search}`, saturday)))
  if (read.error !== undefined) throw new Error(read.error)
  return read
}

test('a copied line names amount, result, rate, publisher, kind and both days', () => {
  expect(sourcedLine(amount('amount=12,500'), rate, { asked: saturday })).toBe(
    '12,500.00 USD = 4,157,976.25 LKR at 332.6381, Central Bank of Sri Lanka, indicative, ' +
      'Fri 6 Nov 2026, for Sat 7 Nov 2026.',
  )
})

test('a copied line names a bank, its side, an entry by hand and the units of the rate', () => {
  setPublishers([{ id: 'hnb', name: 'HNB' }])
  onTestFinished(() => setPublishers([]))
  const ofBank = { kind: 'tt-selling', publisher: 'hnb', source: 'manual' } as const
  const rupees = amount('amount=1500000&from=LKR')
  expect(sourcedLine(rupees, { ...rate, ...ofBank })).toBe(
    '1,500,000.00 LKR = 4,509.41 USD at 332.6381, HNB, entered by hand, bank sells (TT), ' +
      'Fri 6 Nov 2026.',
  )
  const yen = { ...rate, currency: 'JPY', rate: 212.5 } as const
  expect(sourcedLine({ ...rupees, fromRupees: false, currency: 'JPY' }, yen)).toContain(
    ' at 212.5000 LKR for 100 JPY, Central Bank',
  )
})

test('a slip leaves out what does not apply, and keeps the place of an unknown rate', () => {
  const names = () => screen.getAllByRole('term').map((term) => term.textContent)
  const slip = (facts: ReturnType<typeof rateFacts>, figure: string | undefined) => (
    <Slip given="1.00 USD" figure={figure} unit="LKR" facts={facts} />
  )
  const { rerender } = render(
    slip(rateFacts(rate, { isInverse: false, asked: undefined }), '332.64'),
  )
  expect(names()).toEqual(['Rate', 'Published by', 'Rate of'])
  const asked = askedText(saturday, 'weekend', saturday)
  const market = { ...rate, source: 'currency-api', kind: 'tt-buying' } as const
  rerender(slip(rateFacts(market, { isInverse: true, asked }), '332.64'))
  expect(names()).toEqual(['Rate', 'Source', 'Kind', 'Rate of', 'Asked for'])
  expect(screen.getByText('332.6381 LKR for 1 USD')).toBeTruthy()
  expect(screen.getByText('Sat 7 Nov 2026, weekend')).toBeTruthy()
  rerender(slip(rateFacts(undefined, { isInverse: false, asked: undefined }), undefined))
  expect(names()).toHaveLength(3)
  expect(screen.getByRole('status').textContent).toBe('1.00 USD = – LKR')
})

test('the day of an unpublished rate is not out yet only while it is today', () => {
  expect(askedText(friday, 'not received', friday)).toBe('Fri 6 Nov 2026, not out yet')
  expect(askedText(friday, 'not received', saturday)).toBe('Fri 6 Nov 2026, not received')
  expect(askedText(friday, undefined, saturday)).toBe('Fri 6 Nov 2026')
})
