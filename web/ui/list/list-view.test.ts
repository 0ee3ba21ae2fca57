import { expect, test } from 'vitest'
import { auditAddress, readAuditView } from '../../audit-log/audit-queries.ts'
import { manageAddress, PLAIN_VIEW, readManageView } from '../../entries/manage/manage-view.ts'
import { atPage, viewInput } from './list-view.ts'

const read = (query: string) => readManageView(new URLSearchParams(query))

test('What an address says that is not understood, or is as usual, is no part of the view', () => {
  const unknown =
    'page=0&currency=EUR&kind=x&from=2026-02-30&state=all&sort=user&direction=up&limit=5'
  expect(read(unknown)).toEqual(PLAIN_VIEW)
  expect(read('page=1&state=live&sort=entered&direction=desc')).toEqual(PLAIN_VIEW)
  expect(viewInput(PLAIN_VIEW)).toEqual({})
  expect(manageAddress(PLAIN_VIEW)).toBe('/manage')
})

test('A view and its address say the same, and a page other than the first is named', () => {
  const address =
    '/manage?page=2&currency=CAD&kind=tt-buying&from=2026-09-01&state=deleted&sort=rate&direction=asc'
  const view = read(address.split('?')[1] ?? '')
  expect(manageAddress(view)).toBe(address)
  expect(manageAddress(atPage(view, 1))).toBe(address.replace('page=2&', ''))
})

test('Pages of the audit trail stand still from the second on, and a text is cut at what a call takes', () => {
  const view = readAuditView(
    new URLSearchParams({ page: '3', up_to: '40', search: 'a'.repeat(300) }),
  )
  expect(auditAddress({ ...view, search: '' })).toBe('/auditlog?page=3&up_to=40')
  expect(auditAddress(atPage({ ...view, search: '' }, 1))).toBe('/auditlog')
  expect(view.search).toHaveLength(200)
  expect(readAuditView(new URLSearchParams('up_to=40')).up_to).toBe('')
})
