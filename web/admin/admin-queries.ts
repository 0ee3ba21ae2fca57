import { installationState, listUsers } from '../../contract/admin.ts'
import { USER_STATES, type UserState } from '../../contract/schema/admin.schema.ts'
import { queryOf } from '../queries.ts'
import { storedSession } from '../session/stored-session.ts'

/** Which users are listed; it lives in the address. */
export interface UserView {
  readonly search: string
  readonly state: UserState | ''
  readonly page: number
}

/** Reads `/admin?search=…&state=…&page=…`; what is not understood is ignored. */
export function readUserView(given: URLSearchParams): UserView {
  const page = given.get('page') ?? ''
  return {
    search: (given.get('search') ?? '').slice(0, 200),
    state: USER_STATES.find((state) => state === given.get('state')) ?? '',
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a view: only what differs from the plain list stands in it. */
export function userAddress({ search, state, page }: UserView): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  if (state !== '') query.set('state', state)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/admin?${query.toString()}` : '/admin'
}

/** What there is to see of the installation. */
export const installationQuery = () => queryOf('admin', installationState, {})

/** A page of the users that a view finds. */
export const usersQuery = ({ search, state, page }: UserView) =>
  queryOf('admin', listUsers, {
    querystring: {
      ...(search !== '' && { search }),
      ...(state !== '' && { state }),
      ...(page > 1 && { page: String(page) }),
    },
  })

/** What the screen shows to an administrator; everybody else gets no data. */
export const adminLoader = ({ search }: { readonly search: URLSearchParams }) =>
  storedSession()?.admin ? [installationQuery(), usersQuery(readUserView(search))] : []
