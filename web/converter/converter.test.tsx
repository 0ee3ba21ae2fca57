import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { readPlace } from '../load-page.ts'
import type { CurrentRate } from '../rates/rates.ts'
import { renderPage } from '../testing/rendering.tsx'
import { Converter } from './converter.tsx'
import { conversionSentence, readConversion } from './typed-amount.ts'

const day = calendarDateOf('2026-11-26')
const rate: CurrentRate = {
  currency: 'USD',
  target_currency: 'LKR',
  date: day,
  requested_date: day,
  rate: 330.9054,
  source: 'cbsl',
  age_business_days: 0,
}
const conversion = (address: string) => readConversion(readPlace(address, day))
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

const show = () =>
  renderPage(<Converter conversion={conversion('/')} rate={rate} own="USD" addressOf={() => '/'} />)

test.each([
  ['abc', 'Enter an amount, such as 12,500.00 or 15 lakhs.'],
  ['€500', '“€” cannot be converted. Use USD and LKR.'],
  ['1,25,00', 'Check the commas. Write 1,250,000.00 or 12,50,000.00.'],
  ['0', 'Enter an amount above 0 and below 1,000,000,000,000,000.'],
  ['1.23456', 'Enter at most 4 decimals.'],
  ['1.250', '“1.250” could be 1,250.00 or 1.25. Write it like one of these.'],
])('%s is refused with a reason', (typed, why) => {
  show()
  fireEvent.change(screen.getByLabelText('Sri Lankan rupees'), { target: { value: typed } })
  expect(screen.getByText(why)).toBeTruthy()
  expect(value('Amount')).toBe('')
  expect(screen.queryByRole('button', { name: 'Copy result' })).toBeNull()
})

test('an amount in one field computes the other', () => {
  show()
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '$1,299.99' } })
  expect(value('Sri Lankan rupees')).toBe('430,173.71')
  fireEvent.change(screen.getByLabelText('Sri Lankan rupees'), { target: { value: '15 lakhs' } })
  expect(value('Amount')).toBe('4,533.02')
})

test.each([
  ['/?amount=100&currency=usd', '100.00 USD = 33,090.54 LKR, 26 Nov 2026'],
  ['/?amount=Rs.+5000', '5,000.00 LKR = 15.11 USD, 26 Nov 2026'],
  ['/?amount=GBP+20', undefined],
])('%s reads %s', (address, sentence) => {
  expect(conversionSentence(conversion(address), rate)).toBe(sentence)
})
