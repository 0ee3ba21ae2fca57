import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Form, SubmitButton } from '../ui/form/send-form.tsx'
import { NumberRateField } from './rate-input.tsx'

const send = vi.fn()
beforeEach(() => {
  send.mockClear()
  // jsdom has no editing commands: types at the end of the field.
  const type = (_: string, __: boolean, text: string) => {
    field().value += text
    fireEvent.input(field())
  }
  Object.assign(document, { execCommand: type })
  render(
    <Form onSend={send}>
      <NumberRateField label="Rate" placeholder="1.0000" />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  )
})
const field = () => screen.getByLabelText<HTMLInputElement>('Rate')
const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } })
const save = () => fireEvent.click(screen.getByRole('button'))
const wrong = () => document.querySelector('.errors')?.textContent

test.each([
  ['301.25', '301.25'],
  ['LKR 1,301.25', '1301.25'],
  ['301,25', '301.25'],
  ['12,50,000', '1250000'],
])('pastes %s as %s', (text, value) => {
  paste(text)
  expect(field().value).toBe(value)
})

test.each([
  ['330,905', '“330,905” could be 330905 or 330.905. Write it without the comma.'],
  [
    'three hundred',
    '“three hundred” is not clear. Write the rate with a point before the decimals, such as 301.25.',
  ],
])('says why %s was not pasted until something else is typed', (text, sentence) => {
  paste(text)
  expect(field().value).toBe('')
  expect(wrong()).toBe(sentence)
  fireEvent.input(field(), { target: { value: '301' } })
  expect(wrong()).toBe('')
})

test('asks about a typed comma that may separate thousands', async () => {
  const typeComma = () =>
    fireEvent(field(), new InputEvent('beforeinput', { inputType: 'insertText', data: ',' }))
  const type = (value: string) => fireEvent.input(field(), { target: { value } })
  type('301')
  // jsdom drops the point at the end of a number.
  typeComma()
  type('301.25')
  save()
  expect(send).toHaveBeenLastCalledWith({ rate: '301.25' }, expect.anything())
  await waitFor(() => expect(screen.getByRole('button').ariaDisabled).toBeNull())
  type('330.905')
  save()
  expect(wrong()).toBe('“330,905” could be 330905 or 330.905. Write it without the comma.')
  await waitFor(() => expect(screen.getByRole('button').ariaDisabled).toBeNull())
  type('')
  type('330.905')
  save()
  expect(send).toHaveBeenLastCalledWith({ rate: '330.905' }, expect.anything())
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([
  ['', 'Enter the rate.'],
  ['0', 'Enter 0.0001 or more.'],
  ['301.12345', 'Use at most 4 decimals.'],
  ['100000000', 'Enter 99999999.9999 or less.'],
])('refuses “%s”', (value, sentence) => {
  fireEvent.input(field(), { target: { value } })
  save()
  expect(wrong()).toBe(sentence)
  expect(send).not.toHaveBeenCalled()
})
