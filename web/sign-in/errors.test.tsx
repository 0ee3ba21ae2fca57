import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readPageData } from '../page-context.ts'
import { renderPage } from '../testing/rendering.tsx'
import { Component as LoginPage } from './login-page.tsx'
import { Component as RegisterPage } from './register-page.tsx'

afterEach(() => {
  sessionStorage.clear()
})

const answer =
  (status: number, body: object | string, headers = {}) =>
  () =>
    Promise.resolve(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
    )

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

/** Returns the paragraphs of the alert. */
async function alertText() {
  const alert = await screen.findByRole('alert')
  return [...alert.querySelectorAll('p')].map(({ textContent }) => textContent)
}

/** Types an address at the login and sends it. */
function sendCode(fetched: typeof fetch): void {
  vi.stubGlobal('fetch', fetched)
  renderPage(<LoginPage />)
  type('Email address', 'nimal@example.lk')
  fireEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
}

describe('a failed Send OTP says', () => {
  test.each([
    ['500', answer(500, ''), 'Server error'],
    ['401', answer(401, ''), 'Unauthorized access'],
    ['418', answer(418, ''), 'An unexpected error occurred'],
    [
      'no network',
      () => Promise.reject(new TypeError()),
      'Network error - please check your connection',
    ],
  ])('for %s the specification’s sentence, then what happened', async (_, fetched, sentence) => {
    sendCode(fetched)
    expect(await alertText()).toEqual([
      'Email not registered please signup ',
      `If you are registered: ${sentence}`,
    ])
  })

  test('a limit first, because the address may be registered', async () => {
    const limit = 'You can request a new OTP in 0:58.'
    sendCode(answer(429, { message: limit }, { 'retry-after': '58' }))
    expect(await alertText()).toEqual([limit, 'Email not registered please signup '])
  })

  test('Failed to send OTP for another message, and the specification’s sentence', async () => {
    sendCode(answer(200, { message: 'Maybe' }))
    expect(await alertText()).toEqual(['Failed to send OTP', 'Email not registered please signup '])
  })
})

test('a verification without a token says: Invalid OTP verification response', async () => {
  sendCode(answer(200, { message: 'OTP sent to your email' }))
  const field = await screen.findByLabelText('Enter OTP sent to nimal@example.lk')
  fireEvent.change(field, { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Verify OTP' }))
  expect((await screen.findByRole('alert')).textContent.trim()).toBe(
    'Invalid OTP verification response',
  )
})

test('says where the code is while no email is sent, and that an administrator approves', async () => {
  const data = { ...readPageData(), hasMailbox: true, hasApproval: true } as const
  const showWith = (page: React.ReactNode) => {
    cleanup()
    renderPage(page, undefined, data)
  }
  vi.stubGlobal('fetch', answer(200, { message: 'OTP sent to your email' }))
  showWith(<LoginPage />)
  type('Email address', 'nimal@example.lk')
  expect(screen.queryByText('This server sends no email yet.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
  await screen.findByText('This server sends no email yet.')
  sessionStorage.clear()
  showWith(<RegisterPage />)
  screen.getByText(/^An administrator approves new users/)
  type('Full Name', 'Nimal Perera')
  type('Email address', 'nimal@example.lk')
  fireEvent.click(screen.getByRole('button', { name: 'Register' }))
  await screen.findByText('This server sends no email yet.')
})

describe('a failed registration says', () => {
  const taken = 'The Email is already Registered'
  const limit = 'Too many registrations from your network. Try again in 12 minutes.'
  test.each([
    ['a known address', answer(409, { code: 'already_registered' }), [taken]],
    ['503', answer(503, ''), [taken, 'If it is not: An unexpected error occurred']],
    ['a limit', answer(429, { message: limit }, { 'retry-after': '700' }), [limit, taken]],
  ])('for %s', async (_, fetched, sentences) => {
    vi.stubGlobal('fetch', fetched)
    renderPage(<RegisterPage />)
    type('Full Name', 'Nimal Perera')
    type('Email address', 'nimal@example.lk')
    fireEvent.click(screen.getByRole('button', { name: 'Register' }))
    expect(await alertText()).toEqual(sentences)
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Nimal Perera')
  })

  test('nothing to the server while a field is missing or wrong', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    renderPage(<RegisterPage />)
    type('Email address', 'nimal@')
    fireEvent.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText('Fill in this field.')
    await screen.findByText('Enter an email address, such as nimal@example.lk.')
    expect(fetched).not.toHaveBeenCalled()
  })
})
