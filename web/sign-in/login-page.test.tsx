import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PageDataProvider, readPageData } from '../page-context.ts'
import { createQueryClient } from '../queries.ts'
import { Component as LoginPage } from './login-page.tsx'
import { Component as RegisterPage } from './register-page.tsx'

afterEach(() => {
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

test.each([
  ['waits without an address', '', '', ''],
  ['is ready over one from the history entry', 'nimal@example.com', '', 'nimal@example.com'],
  ['is ready over one that the browser restored', '', 'kamala@example.com', 'kamala@example.com'],
  ['keeps one typed before', 'nimal@example.com', 'kamala@example.com', 'kamala@example.com'],
])('after hydration Send OTP %s', async (_, email, typed, shown) => {
  await reload(LoginPage, email ? { email } : null, () => {
    if (typed) field().value = typed
  })
  expect([field().value, sendButton().disabled]).toEqual([shown, shown === ''])
})

test('the registration shows an address from the history entry', async () => {
  await reload(RegisterPage, { email: 'nimal@example.com' })
  expect(field().value).toBe('nimal@example.com')
})
