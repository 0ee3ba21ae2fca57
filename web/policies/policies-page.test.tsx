import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListedPolicy } from '../../contract/policies.ts'
import { DEFAULT_POLICIES, POLICY_NAMES } from '../../domain/policy.ts'
import { t } from '../../text/sentences.ts'
import { renderWithQueries } from '../testing/render-with-queries.tsx'
import { Component as PoliciesPage } from './policies-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const policies = (): ListedPolicy[] =>
  POLICY_NAMES.map((policy) => ({
    policy,
    ...DEFAULT_POLICIES[policy],
    version: 0,
    changed_at: null,
    changed_by: null,
  }))

const OPEN = { changed_by: 'users', may_change: true }

/** Shows the page over what a server responds with to each call. */
function show(respond: (call: string, body: unknown) => [status: number, body: object]) {
  const calls: string[] = []
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined
    calls.push([method, address, ...(sent ? [JSON.stringify(sent)] : [])].join(' '))
    const [status, response] = respond(`${method} ${address}`, sent)
    return Promise.resolve(Response.json(response, { status }))
  })
  renderWithQueries(<PoliciesPage />)
  return calls
}

const openFirst = async () => {
  const [first] = await screen.findAllByRole('button', { name: new RegExp(t.policies.change) })
  if (!first) throw new Error('No policy is shown')
  fireEvent.click(first)
  return within(await screen.findByRole('dialog', { hidden: true }))
}

test('a policy is changed in a dialog with the version that was seen, and put back by one press', async () => {
  const id = 7
  const calls = show((call) => {
    if (call.startsWith('GET')) return [200, { data: policies(), ...OPEN }]
    if (call.endsWith('/undo')) return [200, { message: 'Put back' }]
    return [200, { message: 'Changed', data: { id, ...policies()[0] } }]
  })
  const dialog = await openFirst()
  fireEvent.change(dialog.getByLabelText(t.policies.rule), {
    target: { value: 'of the business day before' },
  })
  fireEvent.click(dialog.getByText(t.policies.save))
  fireEvent.click(await screen.findByText(t.policies.undo))
  expect(await screen.findByText('Put back')).toBeTruthy()
  const body = { kind: 'indicative', rule: 'of the business day before', version: 0 }
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
    `POST /api/rate-policy/purchase-invoice ${JSON.stringify(body)}`,
    `POST /api/rate-policy/changes/${id}/undo`,
  ])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a concurrent change is shown in the dialog, which stays open', async () => {
  const message = 'Kumari Silva has changed it meanwhile. Nothing was saved.'
  let version = 0
  const calls = show((call) =>
    call.startsWith('GET')
      ? [200, { data: policies().map((policy) => ({ ...policy, version })), ...OPEN }]
      : [409, { code: 'conflict', message }],
  )
  const dialog = await openFirst()
  version = 1
  fireEvent.click(dialog.getByText(t.policies.save))
  expect(await dialog.findByText(message)).toBeTruthy()
  // The next try is one over what is there now.
  await waitFor(() => expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(2))
  fireEvent.click(dialog.getByText(t.ui.cancel))
  const again = await openFirst()
  fireEvent.click(again.getByText(t.policies.save))
  await again.findByText(message)
  expect(calls.findLast((call) => call.startsWith('POST'))).toContain('"version":1')
})

test('policies that fail to load are never an empty list', async () => {
  show(() => [500, { code: 'failed', message: 'Server error' }])
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('without ADMINS on a public installation the page names the setting and offers no change', async () => {
  show(() => [200, { data: policies(), changed_by: 'nobody', may_change: false }])
  expect(await screen.findByText(/until the setting ADMINS/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: new RegExp(t.policies.change) })).toBeNull()
})
