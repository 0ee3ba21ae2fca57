import type { listAuditEntries } from '../../contract/audit-log.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import type { CallInput } from '../../contract/endpoint.ts'

type Query = CallInput<typeof listAuditEntries>['querystring']

/** What the audit trail is filtered by; it lives in the address. An empty text is no filter. */
export interface AuditFilter {
  readonly action: string
  readonly search: string
  readonly from: string
  readonly to: string
  readonly user: string
  readonly currency: string
  /** First and last day of the rates that an entry changed. */
  readonly rate_from: string
  readonly rate_to: string
  /** The number of one entry. */
  readonly entry: string
}

/** How many entries a page may have, to read and to print; the first is usual. */
export const PAGE_SIZES = ['15', '50', '100'] as const
type PageSize = (typeof PAGE_SIZES)[number]

/** A filter and where one is in what it finds. */
export interface AuditView extends AuditFilter {
  readonly page: number
  readonly perPage: PageSize
  /** The newest entry to look at, so that pages stand still while entries come in; empty on the first page. */
  readonly upTo: string
}

export const NO_FILTER: AuditFilter = {
  ...{ action: '', search: '', from: '', to: '', user: '', currency: '' },
  ...{ rate_from: '', rate_to: '', entry: '' },
}

/** Reads `/auditlog?page=…&action=…`; what is not understood is ignored. */
export function readAuditView(given: URLSearchParams): AuditView {
  const text = (name: string) => (given.get(name) ?? '').slice(0, 200)
  const day = (name: string) => (isCalendarDate(given.get(name)) ? text(name) : '')
  const count = (name: string) => (/^[1-9][0-9]{0,8}$/.test(given.get(name) ?? '') ? text(name) : '')
  const page = Number(count('page') || '1')
  return {
    action: text('action'),
    search: text('search'),
    from: day('from'),
    to: day('to'),
    user: text('user'),
    currency: isCurrency(given.get('currency')) ? text('currency') : '',
    rate_from: day('rate_from'),
    rate_to: day('rate_to'),
    entry: count('entry'),
    page,
    perPage: PAGE_SIZES.find((size) => size === given.get('per_page')) ?? PAGE_SIZES[0],
    upTo: page > 1 ? count('up_to') : '',
  }
}

/** The address of a view: only what differs from the plain list stands in it. */
export function auditAddress({ page, perPage, upTo, ...filter }: AuditView): string {
  const query = new URLSearchParams()
  if (page > 1) query.set('page', String(page))
  for (const [name, value] of Object.entries(filter)) if (value !== '') query.set(name, value)
  if (perPage !== PAGE_SIZES[0]) query.set('per_page', perPage)
  if (page > 1 && upTo !== '') query.set('up_to', upTo)
  return query.size > 0 ? `/auditlog?${query.toString()}` : '/auditlog'
}

/** A filter as the server takes it. */
export function filterInput(filter: AuditFilter): Query {
  // The readers above let nothing through that the contract's types do not hold.
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

/** Only the filter of a view. */
export function filterOf(view: AuditView): AuditFilter {
  const { action, search, from, to, user, currency, rate_from, rate_to, entry } = view
  return { action, search, from, to, user, currency, rate_from, rate_to, entry }
}

/** The address of one entry. */
export function entryAddress(id: number): string {
  return auditAddress({ ...NO_FILTER, entry: String(id), page: 1, perPage: PAGE_SIZES[0], upTo: '' })
}

/** A view as the server takes it. */
export function auditInput({ page, perPage, upTo, ...filter }: AuditView): Query {
  return {
    ...filterInput(filter),
    ...(page > 1 && { page: String(page) }),
    ...(perPage !== PAGE_SIZES[0] && { per_page: perPage }),
    ...(upTo !== '' && { up_to: upTo }),
  }
}
