import { useState } from 'react'
import type { ListedUser } from '../../contract/schema/admin.schema.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { listUsers } from '../../contract/admin.ts'
import type { ResponseState } from '../queries.ts'
import { Redirect } from '../redirect.tsx'
import { useLocation } from '../router.tsx'
import { adminText } from '../text/en/work/admin.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ChoiceFilter, TextFilter } from '../ui/form/filter-inputs.tsx'
import { ItemList } from '../ui/list/item-list.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListFaces } from '../ui/list/list-faces.tsx'
import { atPage } from '../ui/list/list-view.ts'
import { Pagination } from '../ui/list/pagination.tsx'
import styles from './admin.module.css'
import { userAddress, type UserView } from './admin-queries.ts'
import { useUserActions, type ConfirmedAction, UserItem } from './user-item.tsx'

interface UserListProps {
  readonly view: UserView
  /** The page says how old they are. */
  readonly query: ResponseState<ResponseBody<typeof listUsers>>
}

/** Every user, searched and paged, with what can be done about each. */
export function UserList({ view, query }: UserListProps) {
  const { data } = query
  const shown = data ? { ...query, error: null, dataUpdatedAt: 0 } : query
  const users = data?.data ?? []
  const [confirming, setConfirming] = useState<{
    readonly user: ListedUser
    readonly action: ConfirmedAction
  }>()
  const { act, failure } = useUserActions(users)
  if (data && users.length === 0 && view.page) return <Redirect to={userAddress(atPage(view, 1))} />
  return (
    <>
      <ListCard
        title={adminText.users}
        aside={<span role="status">{data && adminText.total(data.total)}</span>}
      >
        <UserFilters view={view} />
        <ListFaces query={shown} failure={failure} rows={5} empty={users.length === 0 && adminText.noUsers}>
          <ItemList busy={query.isFetching}>
            {users.map((user) => (
              <UserItem
                key={user.id}
                user={user}
                onAct={(action) => act(user, action)}
                onConfirm={(action) => setConfirming({ user, action })}
              />
            ))}
          </ItemList>
        </ListFaces>
        {data && (
          <Pagination
            current={data.current_page}
            last={data.last_page}
            label={adminText.pages}
            addressOf={(page) => userAddress(atPage(view, page))}
          />
        )}
      </ListCard>
      {confirming && (
        <ConfirmDialog
          question={adminText.questions[confirming.action].question}
          confirmText={adminText.questions[confirming.action].confirm}
          onConfirm={() => act(confirming.user, confirming.action)}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            <strong className="breakable">
              {confirming.user.name}, {confirming.user.email}
            </strong>
          </p>
          <p>{adminText.questions[confirming.action].consequences}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function UserFilters({ view }: { readonly view: UserView }) {
  const [, navigate] = useLocation()
  const filter = {
    view,
    onView: (chosen: UserView, typing = false) =>
      navigate(userAddress(atPage(chosen, 1)), { replace: typing }),
  }
  return (
    <form
      role="search"
      aria-label={adminText.filters}
      className={styles['filters']}
      onSubmit={(event) => event.preventDefault()}
    >
      <TextFilter {...filter} label={adminText.search} name="search" placeholder={adminText.searchHint} />
      <ChoiceFilter
        {...filter}
        label={adminText.state}
        name="state"
        all={adminText.allStates}
        values={Object.keys(adminText.states)}
        textOf={(state) => adminText.states[state as ListedUser['state']]}
      />
    </form>
  )
}
