import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '../../contract/all-endpoints.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { isPublisher } from '../../domain/series.ts'
import { call } from '../api.ts'
import { queryOf } from '../queries.ts'
import {
  isLaterPage,
  readListView,
  viewAddress,
  viewInput,
  type ListView,
} from '../ui/list/list-view.ts'

/**
 * What the audit trail shows. `up_to` is the newest entry to look at, so that pages stand still
 * while entries come in.
 */
export type AuditView = ListView<
  Omit<InputOf<'GET /api/audit-logs'>['query'], 'acts'> & {
    /** The server's acts too, not people's alone. */
    acts: 'all'
  }
>

/** How many entries a page may have, to read and to print; the first is usual. */
export const PAGE_SIZES = ['15', '50', '100'] as const

const isText = () => true
const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text)

/** Reads `/auditlog?page=…&action=…`. */
export function readAuditView(given = new URLSearchParams()): AuditView {
  const view = readListView<AuditView>(given, {
    page: isLaterPage(9),
    action: isText,
    search: isText,
    from: isCalendarDate,
    to: isCalendarDate,
    user: isText,
    currency: isCurrency,
    publisher: isPublisher,
    rate_from: isCalendarDate,
    rate_to: isCalendarDate,
    entry: isCount,
    acts: (text) => text === 'all',
    per_page: (text) => PAGE_SIZES.some((size) => size === text && size !== PAGE_SIZES[0]),
    up_to: isCount,
  })
  return view.page === '' ? { ...view, up_to: '' } : view
}

/** Only what a view is filtered by. */
export const filterOf = (view: AuditView): AuditView => ({
  ...view,
  page: '',
  per_page: '',
  up_to: '',
})

export const NO_FILTER = readAuditView()

/** The address of a view. */
export function auditAddress(view: Partial<AuditView>): string {
  return viewAddress('/auditlog', view.page ? view : { ...view, up_to: '' })
}

/**
 * Whether a view may be of people's acts alone: not where it asks for certain acts, whoever did
 * them.
 */
export const mayLeaveOutSystem = ({ action, entry, rate_from, rate_to }: AuditView) =>
  [action, entry, rate_from, rate_to].every((each) => each === '')

/** Whether a view leaves out what the server did by itself. */
export const isOfPeople = (view: AuditView) => view.acts === '' && mayLeaveOutSystem(view)

/** A view as the server takes it. */
export function auditInput({ acts, ...view }: AuditView) {
  return { ...viewInput(view), ...(isOfPeople({ acts, ...view }) && { acts: 'people' as const }) }
}

/** A page of what a filter finds; which page, and of how many, is always said (section 7). */
export const auditListQuery = (view: AuditView) =>
  queryOf('audit-log', 'GET /api/audit-logs', {
    query: { page: '1', per_page: PAGE_SIZES[0], ...auditInput(view) },
  })

/** Whether the chain holds. */
export const auditStateQuery = () => queryOf('audit-log', 'GET /api/audit-logs/state', {})

/** The users who appear in the trail. */
export const auditUsersQuery = () => queryOf('audit-log', 'GET /api/audit-logs/users', {})

/**
 * Whether entries have come in that a filter finds and that are newer than the one on show. It
 * looks twice a minute while the tab is in view; what is being read never moves by itself.
 * `newestShown`: 0 where nothing was found, undefined while nothing is known.
 */
export function useNewerEntries(filter: AuditView, newestShown: number | undefined): boolean {
  const query = { ...auditInput(filter), page: '1', per_page: '1' }
  const { data: newest } = useQuery({
    queryKey: ['newest entry', query],
    queryFn: async ({ signal }) =>
      (await call('GET /api/audit-logs', { query }, { signal })).data[0]?.id ?? 0,
    // Nothing is requested at first: the list itself comes then.
    initialData: 0,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
    networkMode: 'online',
  })
  return newestShown !== undefined && newest > newestShown
}
