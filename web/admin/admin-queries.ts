import type { Query } from '@tanstack/react-query'
import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import { USER_STATES } from '../../contract/admin.ts'
import { pauseAfter, queryOf } from '../queries.ts'
import {
  isLaterPage,
  readListView,
  viewAddress,
  viewInput,
  type ListView,
} from '../ui/list/list-view.ts'

/** Which users are listed. */
export type UserView = ListView<InputOf<'GET /api/admin/users'>['query']>

/** Reads `/admin?search=…&state=…&page=…`. */
export const readUserView = (given: URLSearchParams): UserView =>
  readListView<UserView>(given, {
    search: () => true,
    state: (text) => USER_STATES.some((state) => state === text),
    page: isLaterPage(5),
  })

/** The address of a view. */
export const userAddress = (view: Partial<UserView>) => viewAddress('/admin', view)

/** How often an import that is under way is looked at. */
const POLL_MS = 2000

/** What there is to see of the installation. */
export const installationQuery = () => ({
  ...queryOf('admin', 'GET /api/admin/state', {}),
  refetchInterval: (query: Query<ResponseOf<'GET /api/admin/state'>>) =>
    query.state.data?.data.feed?.due && !query.state.error ? POLL_MS : pauseAfter(query),
})

/** A page of the users that a view finds. */
export const usersQuery = (view: UserView) =>
  queryOf('admin', 'GET /api/admin/users', { query: viewInput(view) })
