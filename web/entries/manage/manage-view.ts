import type { InputOf } from '../../../contract/all-endpoints.ts'
import type { RecentRateOrder } from '../../../contract/entries.ts'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { isCurrency } from '../../../domain/currency.ts'
import { isPublisher, isRateKind } from '../../../domain/series.ts'
import {
  atPage,
  isLaterPage,
  readListView,
  viewAddress,
  type ListView,
} from '../../ui/list/list-view.ts'

/** What the list of entries shows: usually the live ones, the last entered first. */
export type ManageView = ListView<Omit<InputOf<'GET /api/exchange-rate/recent'>['query'], 'limit'>>

const OTHER_ORDERS: readonly RecentRateOrder[] = ['date', 'currency', 'rate']

/** Reads `/manage?page=…&currency=…`. */
export const readManageView = (given = new URLSearchParams()): ManageView =>
  readListView<ManageView>(given, {
    page: isLaterPage(9),
    currency: isCurrency,
    kind: isRateKind,
    publisher: isPublisher,
    from: isCalendarDate,
    to: isCalendarDate,
    state: (text) => text === 'deleted',
    sort: (text) => OTHER_ORDERS.some((order) => order === text),
    direction: (text) => text === 'asc',
  })

/** The list as it is without a word in the address. */
export const PLAIN_VIEW = readManageView()

/** Whether a view, whatever its page, has fewer of its entries than that, or another order. */
export const isFiltered = (view: ManageView) =>
  manageAddress({ ...atPage(view, 1), state: '' }) !== manageAddress(PLAIN_VIEW)

/** The address of a view. */
export const manageAddress = (view: ManageView) => viewAddress('/manage', view)
