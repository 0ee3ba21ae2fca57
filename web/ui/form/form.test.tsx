import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { constraintSentence, Field, Select } from './form.tsx'
import { Form, FormError, SubmitButton } from './send-form.tsx'

let sent: object[]
let respond: () => Promise<void>
beforeEach(() => {
  sent = []
  respond = () => Promise.resolve()
  render(
    <Form
      values={{ name: 'Kamala' }}
      onSend={(fields) => {
        sent.push(fields)
        return respond()
      }}
    >
      <Field label="Name" name="name" required missing="Enter your name." />
      <Field label="Email" name="email" type="email" required />
      <Field label="Rate" name="rate" type="number" step="0.0001" min="0.0001" />
      <Field label="Day" name="day" type="date" min="2026-08-28" max="2026-11-26" />
      <Select label="Role" name="role" values={['reader', 'editor']} />
      <Field label="Code" name="code" pattern="\d{6}" wrong="Enter the 6 digits." />
      <SubmitButton busyText="Saving...">Save</SubmitButton>
      <FormError />
    </Form>,
  )
})
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const button = () => screen.getByRole('button')
const errors = () =>
  [...document.querySelectorAll('[aria-invalid]')].map(
    (each) => document.getElementById(`${each.id}-errors`)?.textContent,
  )

test.each([
  ['Name', '', 'Enter your name.'],
  ['Email', '', 'Fill in this field.'],
  ['Email', 'kamala', 'Enter an email address, such as nimal@example.lk.'],
  ['Rate', '0', 'Enter 0.0001 or more.'],
  ['Rate', '301.12345', 'Use at most 4 decimals.'],
  ['Day', '2026-08-27', 'Choose 28 Aug 2026 or a later day.'],
  ['Day', '2026-11-27', 'Choose 26 Nov 2026 or an earlier day.'],
  ['Code', '12345', 'Enter the 6 digits.'],
])('names what is wrong with %s “%s” and sends nothing', (label, value, sentence) => {
  type('Email', 'kamala@example.lk')
  type(label, value)
  fireEvent.click(button())
  expect(errors()).toEqual([sentence])
  expect(document.activeElement).toBe(field(label))
  expect(sent).toEqual([])
})

test('a busy button ignores presses and keeps the focus', async () => {
  let finish: () => void = () => undefined
  respond = () => new Promise((resolve) => (finish = resolve))
  type('Email', 'kamala@example.lk')
  button().focus()
  fireEvent.click(button())
  await waitFor(() => expect(button().textContent).toBe('Saving...'))
  fireEvent.click(button())
  expect(document.activeElement).toBe(button())
  finish()
  await waitFor(() => expect(button().textContent).toBe('Save'))
  expect(sent).toEqual([
    { name: 'Kamala', email: 'kamala@example.lk', rate: '', day: '', role: 'reader', code: '' },
  ])
})

test('shows a field error of the server at its field, keeps the text and focuses it', async () => {
  respond = () =>
    Promise.reject(new ApiError(422, 'Wrong', { fields: { email: ['Already registered.'] } }))
  type('Email', 'kamala@example.lk')
  fireEvent.click(button())
  await waitFor(() => expect(errors()).toEqual(['Already registered.']))
  expect(document.activeElement).toBe(field('Email'))
  expect(field('Email').value).toBe('kamala@example.lk')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows every other error of the server in one place', async () => {
  respond = () => Promise.reject(new ApiError(409, 'Changed', { fields: { units: ['Wrong.'] } }))
  type('Email', 'kamala@example.lk')
  fireEvent.click(button())
  expect((await screen.findByRole('alert')).textContent).toBe('Changed')
})

test('a select without a choice asks for one', () => {
  const select = document.createElement('select')
  select.required = true
  expect(constraintSentence(select)).toBe('Choose one.')
})
