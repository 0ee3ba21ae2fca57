import { useRef, useState } from 'react'
import type { ListedUser } from '../../contract/schema/admin.schema.ts'
import { useResponse } from '../queries.ts'
import { Redirect } from '../redirect.tsx'
import { useLocation, useSearch } from '../router.tsx'
import { adminText } from '../text/en/work/admin.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { listHeading } from '../ui/focus-after.ts'
import { PausedInput } from '../ui/form/filter-inputs.tsx'
import { Select } from '../ui/form/select.tsx'
import { ItemList } from '../ui/item-list.tsx'
import { ListError } from '../ui/list-error.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './admin.module.css'
import { readUserView, userAddress, usersQuery, type UserView } from './admin-queries.ts'
import { useUserActions, type AskedAction } from './use-user-actions.ts'
import { UserItem } from './user-item.tsx'

/** What is asked about before it is done. */
interface Asked {
  readonly user: ListedUser
  readonly action: AskedAction
}

/** Every user, searched and paged, with what can be done about each. */
export function UserList() {
  const view = readUserView(new URLSearchParams(useSearch()))
  const query = useResponse(usersQuery(view), 'users')
  const { data, error, isFetching } = query
  const list = useRef<HTMLDivElement>(null)
  const users = data?.data ?? []
  const [asked, setAsked] = useState<Asked>()
  const acting = useUserActions(users, list, () => setAsked(undefined))
  if (data && users.length === 0 && view.page > 1) return <Redirect to={userAddress({ ...view, page: 1 })} />
  return (
    <div ref={list}>
      <Card
        title={<span {...listHeading}>{adminText.users}</span>}
        aside={<span role="status">{data && adminText.total(data.total)}</span>}
      >
        <UserFilters view={view} />
        {acting.error && <Notice kind="error">{acting.error.message}</Notice>}
        <ListError query={query} />
        {!data && isFetching ? (
          <Skeleton rows={5} />
        ) : users.length === 0 ? (
          !error && <p className="muted">{adminText.noUsers}</p>
        ) : (
          <ItemList busy={isFetching}>
            {users.map((user) => (
              <UserItem
                key={user.id}
                user={user}
                onAct={(action) => void acting.run(user, action)}
                onAsk={(action) => setAsked({ user, action })}
              />
            ))}
          </ItemList>
        )}
        {data && (
          <Pagination
            current={data.current_page}
            last={data.last_page}
            label={adminText.pages}
            addressOf={(page) => userAddress({ ...view, page })}
          />
        )}
      </Card>
      {asked && (
        <ActionDialog
          {...asked}
          busy={acting.busy}
          onConfirm={() => void acting.run(asked.user, asked.action)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

function ActionDialog({
  user,
  action,
  ...dialog
}: Asked & { readonly busy: boolean; readonly onConfirm: () => void; readonly onCancel: () => void }) {
  const { question, confirm, consequences } = adminText.questions[action]
  return (
    <ConfirmDialog question={question} confirmText={confirm} {...dialog}>
      <p>
        <strong className={styles['long']}>
          {user.name}, {user.email}
        </strong>
      </p>
      <p>{consequences}</p>
    </ConfirmDialog>
  )
}

function UserFilters({ view }: { readonly view: UserView }) {
  const [, navigate] = useLocation()
  const show = (part: Partial<UserView>, typing = false) =>
    navigate(userAddress({ ...view, ...part, page: 1 }), { replace: typing })
  return (
    <form
      role="search"
      aria-label={adminText.filters}
      className={styles['filters']}
      onSubmit={(event) => event.preventDefault()}
    >
      <PausedInput
        label={adminText.search}
        name="search"
        type="search"
        placeholder={adminText.searchHint}
        value={view.search}
        onPause={(search) => show({ search }, view.search !== '')}
      />
      <Select
        label={adminText.state}
        name="state"
        options={[
          { value: '', text: adminText.allStates },
          ...Object.entries(adminText.states).map(([value, text]) => ({ value, text })),
        ]}
        value={view.state}
        onChange={(event) => show({ state: event.target.value as UserView['state'] })}
      />
    </form>
  )
}
