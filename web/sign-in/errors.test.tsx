import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PageDataProvider, readPageData } from '../page-context.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createQueryClient } from '../queries.ts'
import { Component as LoginPage } from './login-page.tsx'
import { Component as RegisterPage } from './register-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

function show(page: React.ReactNode) {
  render(
    <PageDataProvider value={readPageData()}>
      <QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>
    </PageDataProvider>,
  )
}

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
    vi.stubGlobal('fetch', fetched)
    show(<LoginPage />)
    type('Email address', 'nimal@example.lk')
    fireEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
    expect(await alertText()).toEqual([
      'Email not registered please signup ',
      `If you are registered: ${sentence}`,
    ])
  })

  test('a limit first, because the address may be registered', async () => {
    const limit = 'You can request a new OTP in 0:58.'
    vi.stubGlobal('fetch', answer(429, { message: limit }, { 'retry-after': '58' }))
    show(<LoginPage />)
    type('Email address', 'nimal@example.lk')
    fireEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
    expect(await alertText()).toEqual([limit, 'Email not registered please signup '])
  })

  test('Failed to send OTP for another message, and the specification’s sentence', async () => {
    vi.stubGlobal('fetch', answer(200, { message: 'Maybe' }))
    show(<LoginPage />)
    type('Email address', 'nimal@example.lk')
    fireEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
    expect(await alertText()).toEqual(['Failed to send OTP', 'Email not registered please signup '])
  })
})

test('a verification without a token says: Invalid OTP verification response', async () => {
  vi.stubGlobal('fetch', answer(200, { message: 'OTP sent to your email' }))
  show(<LoginPage />)
  type('Email address', 'nimal@example.lk')
  fireEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
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
    render(
      <PageDataProvider value={data}>
        <QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>
      </PageDataProvider>,
    )
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
    show(<RegisterPage />)
    type('Full Name', 'Nimal Perera')
    type('Email address', 'nimal@example.lk')
    fireEvent.click(screen.getByRole('button', { name: 'Register' }))
    expect(await alertText()).toEqual(sentences)
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Nimal Perera')
  })

  test('nothing to the server while a field is missing or wrong', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    show(<RegisterPage />)
    type('Email address', 'nimal@')
    fireEvent.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText('Fill in this field.')
    await screen.findByText('Enter an email address, such as nimal@example.lk.')
    expect(fetched).not.toHaveBeenCalled()
  })
})
