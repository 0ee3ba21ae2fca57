import { RECENT_RATE_ORDERS, type RecentRateOrder } from '../../../contract/schema/entries.schema.ts'
import type { recentRates } from '../../../contract/entries.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { isCalendarDate, type CalendarDate } from '../../../domain/calendar-date.ts'
import { isCurrency, type Currency } from '../../../domain/currency.ts'
import { isRateKind, type RateKind } from '../../../domain/series.ts'

/** What the list of entries shows; it lives in the address. An empty text is no filter. */
export interface ManageView {
  readonly currency: Currency | ''
  readonly kind: RateKind | ''
  readonly from: CalendarDate | ''
  readonly to: CalendarDate | ''
  /** Whether it shows the deleted entries instead of those that count. */
  readonly deleted: boolean
  readonly sort: RecentRateOrder
  readonly direction: 'asc' | 'desc'
  readonly page: number
}

/** The list as it is without a word in the address. */
export const PLAIN_VIEW: ManageView = {
  currency: '',
  kind: '',
  from: '',
  to: '',
  deleted: false,
  sort: 'entered',
  direction: 'desc',
  page: 1,
}

/** Reads `/manage?page=…&currency=…`; what is not understood is ignored. */
export function readManageView(given: URLSearchParams): ManageView {
  const day = (name: string) => {
    const text = given.get(name)
    return isCalendarDate(text) ? text : ''
  }
  const currency = given.get('currency')
  const kind = given.get('kind') ?? ''
  const page = given.get('page') ?? ''
  return {
    currency: isCurrency(currency) ? currency : '',
    kind: isRateKind(kind) ? kind : '',
    from: day('from'),
    to: day('to'),
    deleted: given.get('state') === 'deleted',
    sort: RECENT_RATE_ORDERS.find((order) => order === given.get('sort')) ?? 'entered',
    direction: given.get('direction') === 'asc' ? 'asc' : 'desc',
    page: /^[1-9][0-9]{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/** A view as the server takes it: only what differs from the plain list. */
export function manageInput(view: ManageView): CallInput<typeof recentRates>['querystring'] {
  const { currency, kind, from, to, deleted, sort, direction, page } = view
  return {
    ...(page > 1 && { page: String(page) }),
    ...(currency !== '' && { currency }),
    ...(kind !== '' && { kind }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(deleted && { state: 'deleted' as const }),
    ...(sort !== PLAIN_VIEW.sort && { sort }),
    ...(direction !== PLAIN_VIEW.direction && { direction }),
  }
}

/** The address of a view. */
export function manageAddress(view: ManageView): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(manageInput(view)))
    if (value !== undefined) query.set(name, value)
  return query.size > 0 ? `/manage?${query.toString()}` : '/manage'
}
