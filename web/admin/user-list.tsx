import { Redirect, navigate } from '../pages.tsx'
import { useState } from 'react'
import type { ListedUser } from '../../contract/admin.ts'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { ResponseState } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Filters, ChoiceFilter, TextFilter } from '../ui/form/filter-inputs.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { atPage } from '../ui/list/list-view.ts'
import { Pagination } from '../ui/list/pagination.tsx'
import { RowTable } from '../ui/list/row-table.tsx'
import { userAddress, type UserView } from './admin-queries.ts'
import { useUserActions, type ConfirmedAction, UserRow } from './user-row.tsx'
import styles from './admin-page.module.css'

interface UserListProps {
  readonly view: UserView
  /** The page says how old they are. */
  readonly query: ResponseState<ResponseOf<'GET /api/admin/users'>>
}

/** What is asked about before it is done. */
interface Confirming {
  readonly user: ListedUser
  readonly action: ConfirmedAction
}

/** Every user, searched and paged, with what can be done about each. */
export function UserList({ view, query }: UserListProps) {
  const { data } = query
  const shown = data ? { ...query, error: null, dataUpdatedAt: 0 } : query
  const users = data?.data ?? []
  const [confirming, setConfirming] = useState<Confirming>()
  const { act, failure } = useUserActions(users)
  if (data && users.length === 0 && view.page) return <Redirect to={userAddress(atPage(view, 1))} />
  return (
    <>
      <ListCard
        title={t.admin.users}
        aside={
          <span role="status" className="muted">
            {data && t.admin.total({ count: data.total })}
          </span>
        }
      >
        <UserFilters view={view} />
        <ListStates
          query={shown}
          failure={failure}
          rows={5}
          empty={users.length === 0 && t.admin.noUsers}
        >
          <RowTable className={styles['users']} titles={titles()}>
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                onAct={(action) => act(user, action)}
                onConfirm={(action) => setConfirming({ user, action })}
              />
            ))}
          </RowTable>
        </ListStates>
        {data && (
          <Pagination
            current={data.current_page}
            last={data.last_page}
            label={t.admin.pages}
            addressOf={(page) => userAddress(atPage(view, page))}
          />
        )}
      </ListCard>
      {confirming && (
        <ConfirmDialog
          question={t.admin.questions[confirming.action].question}
          confirmText={t.admin.questions[confirming.action].confirm}
          onConfirm={() => act(confirming.user, confirming.action)}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            <strong className="breakable">
              {confirming.user.name}, {confirming.user.email}
            </strong>
          </p>
          <p>{t.admin.questions[confirming.action].consequences}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function titles() {
  const { actions, ...others } = t.admin.columns
  return [...Object.values(others), { title: actions, numeric: true }]
}

function UserFilters({ view }: { readonly view: UserView }) {
  const filter = {
    view,
    onView: (chosen: UserView, typing = false) =>
      navigate(userAddress(atPage(chosen, 1)), { replace: typing }),
  }
  return (
    <Filters aria-label={t.admin.filters}>
      <TextFilter
        {...filter}
        label={t.admin.search}
        name="search"
        placeholder={t.admin.searchHint}
      />
      <ChoiceFilter
        {...filter}
        label={t.admin.state}
        name="state"
        all={t.admin.allStates}
        values={Object.keys(t.admin.states)}
        textOf={(state) => t.admin.states[state as ListedUser['state']]}
      />
    </Filters>
  )
}
