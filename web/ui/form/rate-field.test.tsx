import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Form, SubmitButton } from './send-form.tsx'
import { RateField, rateTextError, typedRate } from './rate-field.tsx'

test.each([
  ['1,075.50', 1075.5],
  ['1.075,50', 1075.5],
  ['330,25', 330.25],
  ['LKR 330.25', 330.25],
  ['12,50,000', 1250000],
])('reads %s as %d', (text, rate) => {
  expect([rateTextError(text), typedRate(text)]).toEqual([undefined, rate])
})

const unclear = (text: string) =>
  `“${text}” is not clear. Write the rate with a point before the decimals, such as 301.25.`

test.each([
  ['330/25', unclear('330/25')],
  ['330·25', unclear('330·25')],
  ['330.25.10', unclear('330.25.10')],
  ['1e3', unclear('1e3')],
  ['330,905', '“330,905” could be 330905 or 330.905. Write it without the comma.'],
  ['301.12345', 'Use at most 4 decimals.'],
  ['0', 'Enter 0.0001 or more.'],
  ['-5', 'Enter 0.0001 or more.'],
  ['100000000', 'Enter 99999999.9999 or less.'],
])('refuses %s', (text, sentence) => {
  expect([rateTextError(text), typedRate(text)]).toEqual([sentence, undefined])
})

test('a rate of one yen may have the decimals that a hundred have not', () => {
  expect(rateTextError('2.123456', 100)).toBeUndefined()
  expect(rateTextError('2.1234567', 100)).toBe('Use at most 6 decimals.')
  expect(rateTextError('0', 100)).toBe('Enter 0.000001 or more.')
})

test('a refused rate keeps its characters and is sent after it is corrected', async () => {
  const send = vi.fn()
  render(
    <Form onSend={send}>
      <RateField label="Rate" required />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Rate')
  const save = () => fireEvent.click(screen.getByRole('button'))
  save()
  expect(await screen.findByText('Enter the rate.')).toBeTruthy()
  fireEvent.input(field, { target: { value: '330/25' } })
  expect(screen.queryByText('Enter the rate.')).toBeNull()
  save()
  expect(await screen.findByText(unclear('330/25'))).toBeTruthy()
  expect(field.value).toBe('330/25')
  fireEvent.input(field, { target: { value: '330.25' } })
  expect(screen.queryByText(unclear('330/25'))).toBeNull()
  save()
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ rate: '330.25' }, expect.anything()))
})
