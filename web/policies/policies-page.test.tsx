import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedPolicy } from '../../contract/policies.ts'
import { DEFAULT_POLICIES, POLICY_NAMES } from '../../domain/policy.ts'
import { t } from '../../text/sentences.ts'
import { renderPage, stubServer } from '../testing/rendering.tsx'
import { Component as PoliciesPage } from './policies-page.tsx'

const policies = (): ListedPolicy[] =>
  POLICY_NAMES.map((policy) => ({
    policy,
    ...DEFAULT_POLICIES[policy],
    version: 0,
    changed_at: null,
    changed_by: null,
  }))

const OPEN = { changed_by: 'users', may_change: true }

function show(responses: Parameters<typeof stubServer>[0]) {
  const sent = stubServer(responses)
  renderPage(<PoliciesPage />)
  return sent
}

const openFirst = async () => {
  const [first] = await screen.findAllByRole('button', { name: new RegExp(t.policies.change) })
  if (!first) throw new Error('No policy is shown')
  fireEvent.click(first)
  return within(await screen.findByRole('dialog', { hidden: true }))
}

test('a policy is changed in a dialog with the version that was seen, and put back by one press', async () => {
  const id = 7
  const sent = show({
    'GET /api/rate-policy': { data: policies(), ...OPEN },
    'POST /api/rate-policy/:policy': { message: 'Changed', data: { id, ...policies()[0] } },
    'POST /api/rate-policy/changes/:id/undo': { message: 'Put back' },
  })
  const dialog = await openFirst()
  fireEvent.change(dialog.getByLabelText(t.policies.rule), {
    target: { value: 'of the business day before' },
  })
  fireEvent.click(dialog.getByText(t.policies.save))
  fireEvent.click(await screen.findByText(t.policies.undo))
  expect(await screen.findByText('Put back')).toBeTruthy()
  const body = { kind: 'indicative', rule: 'of the business day before', version: 0 }
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toMatchObject([
    { address: '/api/rate-policy/purchase-invoice', body },
    { address: `/api/rate-policy/changes/${id}/undo` },
  ])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a concurrent change is shown in the dialog, which stays open', async () => {
  const message = 'Kumari Silva has changed it meanwhile. Nothing was saved.'
  let version = 0
  const sent = show({
    'GET /api/rate-policy': () => ({
      data: policies().map((policy) => ({ ...policy, version })),
      ...OPEN,
    }),
    'POST /api/rate-policy/:policy': [409, { code: 'conflict', message }],
  })
  const dialog = await openFirst()
  version = 1
  fireEvent.click(dialog.getByText(t.policies.save))
  expect(await dialog.findByText(message)).toBeTruthy()
  // The next try is one over what is there now.
  const isRead = ({ call }: (typeof sent)[number]) => call.startsWith('GET')
  await waitFor(() => expect(sent.filter(isRead)).toHaveLength(2))
  fireEvent.click(dialog.getByText(t.ui.cancel))
  const again = await openFirst()
  fireEvent.click(again.getByText(t.policies.save))
  await again.findByText(message)
  expect(sent.findLast((each) => !isRead(each))?.body).toMatchObject({ version: 1 })
})

test('policies that fail to load are never an empty list', async () => {
  show({})
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('without ADMINS on a public installation the page names the setting and offers no change', async () => {
  show({ 'GET /api/rate-policy': { data: policies(), changed_by: 'nobody', may_change: false } })
  expect(await screen.findByText(/until the setting ADMINS/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: new RegExp(t.policies.change) })).toBeNull()
})
