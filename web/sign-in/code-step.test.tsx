import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { createRef, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { CodeField } from './code-step.tsx'

function Code() {
  const [code, setCode] = useState('')
  return (
    <CodeField
      fieldRef={createRef()}
      label="Enter OTP"
      value={code}
      isWrong={false}
      onChange={setCode}
    />
  )
}

function paste(text: string): string {
  render(<Code />)
  const field = screen.getByLabelText<HTMLInputElement>('Enter OTP')
  const event = createEvent.paste(field, { clipboardData: { getData: () => text } })
  fireEvent(field, event)
  return field.value
}

describe('the code field', () => {
  test.each([
    ['716582'],
    [' 716 582\n'],
    ['716-582'],
    ['7 1 6 5 8 2'],
    ['716\u2013582'],
    ['Your code: 716582.'],
  ])('takes the six digits out of a pasted %j', (text) => {
    expect(paste(text)).toBe('716582')
  })

  test('drops spaces that are typed or filled in, and stops at six', () => {
    render(<Code />)
    const field = screen.getByLabelText<HTMLInputElement>('Enter OTP')
    fireEvent.change(field, { target: { value: '71 65 82 99' } })
    expect(field.value).toBe('716582')
  })
})
