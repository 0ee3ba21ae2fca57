import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PageDataProvider, readPageData } from '../page-context.ts'
import { createQueryClient } from '../queries.ts'
import { Component as LoginPage } from './login-page.tsx'
import { Component as RegisterPage } from './register-page.tsx'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

/** Hydrates the page that a server without a history rendered. `fill` runs in between. */
async function reload(Page: typeof LoginPage, state: object | null, fill = () => undefined) {
  const page = (
    <PageDataProvider value={readPageData()}>
      <QueryClientProvider client={createQueryClient()}>
        <Page />
      </QueryClientProvider>
    </PageDataProvider>
  )
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(page)
  history.replaceState({ index: 1, state }, '', '/login')
  fill()
  const differences = vi.fn()
  await act(() => hydrateRoot(root, page, { onRecoverableError: differences }))
  expect(differences).not.toHaveBeenCalled()
}

const field = () => screen.getByLabelText<HTMLInputElement>('Email address')
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send OTP' })

test('Send OTP is ready over an address from the history entry', async () => {
  await reload(LoginPage, { email: 'nimal@example.com' })
  expect([field().value, sendButton().disabled]).toEqual(['nimal@example.com', false])
})

test('Send OTP is ready over an address that the browser has restored', async () => {
  await reload(LoginPage, null, () => {
    field().value = 'kamala@example.com'
  })
  expect([field().value, sendButton().disabled]).toEqual(['kamala@example.com', false])
})

test('Send OTP waits for an address', async () => {
  await reload(LoginPage, null)
  expect([field().value, sendButton().disabled]).toEqual(['', true])
})

test('an address typed before hydration stays', async () => {
  await reload(LoginPage, { email: 'nimal@example.com' }, () => {
    field().value = 'kamala@example.com'
  })
  expect([field().value, sendButton().disabled]).toEqual(['kamala@example.com', false])
})

test('the registration shows an address from the history entry', async () => {
  await reload(RegisterPage, { email: 'nimal@example.com' })
  expect(field().value).toBe('nimal@example.com')
})
