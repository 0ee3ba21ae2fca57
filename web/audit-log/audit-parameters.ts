import { withQuery } from '../api.ts'
import { createQuery } from '../queries.ts'

export type Parameters = Readonly<Record<string, string>>

const NAMES = [
  ...['page', 'per_page', 'up_to', 'action', 'search', 'from', 'to', 'user', 'currency'],
  ...['publisher', 'rate_from', 'rate_to', 'entry'],
]
const PAGING = ['page', 'per_page', 'up_to']

/** Not validated: the server names the wrong parameter. */
export const readParameters = (search: URLSearchParams): Parameters =>
  Object.fromEntries([...search].filter(([name, value]) => NAMES.includes(name) && value !== ''))

export const dropPaging = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !PAGING.includes(name)))

export const auditAddress = (parameters: Parameters) => withQuery('/auditlog', parameters)

/** A page of what a filter finds, 15 entries by default (section 7 of the specification). */
export const auditListQuery = (parameters: Parameters) =>
  createQuery('audit-log', 'GET /api/audit-logs', {
    query: { page: '1', per_page: '15', ...(parameters as object) },
  })
