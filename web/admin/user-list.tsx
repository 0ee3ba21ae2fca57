import { useState } from 'react'
import type { ListedUser } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { call, withQuery } from '../api.ts'
import { Link, Redirect } from '../link.tsx'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Filters } from '../ui/form/filters.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { ListStates } from '../ui/list.tsx'
import { Pagination, useChanges } from '../ui/items.tsx'
import { Badge } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { ColomboMinute } from '../ui/time.tsx'
import styles from '../session/session.module.css'

export const usersQuery = (search: URLSearchParams) =>
  createQuery('admin', 'GET /api/admin/users', {
    query: Object.fromEntries(search),
  })

const CALLS = {
  approve: 'POST /api/admin/users/:id/approve',
  reject: 'POST /api/admin/users/:id/reject',
  end: 'POST /api/admin/users/:id/end-access',
  suspend: 'POST /api/admin/users/:id/suspend',
  unsuspend: 'POST /api/admin/users/:id/unsuspend',
} as const
type UserAction = keyof typeof CALLS
/** These actions cannot be undone. */
type ConfirmedAction = 'reject' | 'end' | 'suspend'

interface Confirming {
  readonly user: ListedUser
  readonly action: ConfirmedAction
}

export function UserList() {
  const { search } = usePlace()
  const query = useResponse(usersQuery(search))
  const { data } = query
  const users = data?.data ?? []
  const [confirming, setConfirming] = useState<Confirming>()
  const changes = useChanges(['admin'])
  const act = ({ id, email }: ListedUser, action: UserAction) =>
    changes.make(async () => {
      const params = { id: String(id) }
      const { message }: { message: string } = await call(CALLS[action], { params })
      showToast({ text: `${message}: ${email}` })
    })
  const address = withQuery('/admin', Object.fromEntries(search))
  if (data && users.length === 0 && search.has('page'))
    return <Redirect to={withQuery(address, { page: undefined })} />
  return (
    <>
      <Card
        title={t.admin.users}
        hideTitle
        aside={
          <span role="status" className="muted">
            {data && t.admin.total({ count: data.total })}
          </span>
        }
      >
        <UserFilters />
        <ListStates
          query={query}
          failure={changes.failure}
          rows={5}
          empty={users.length === 0 && t.admin.noUsers}
        >
          <Table caption={t.admin.users} columns={columns()} stacks className={styles['users']}>
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                onAct={(action) => act(user, action)}
                onConfirm={(action) => setConfirming({ user, action })}
              />
            ))}
          </Table>
          {users.some((user) => user.admin) && (
            <p className="fine-print just-below">{t.admin.notSuspendable}</p>
          )}
        </ListStates>
        {data && (
          <Pagination
            current={data.current_page}
            last={data.last_page}
            label={t.admin.pages}
            addressOf={(page) => withQuery(address, { page: page > 1 ? page : undefined })}
          />
        )}
      </Card>
      {confirming && (
        <AskAction {...confirming} onAct={act} onClose={() => setConfirming(undefined)} />
      )}
    </>
  )
}

interface AskActionProps extends Confirming {
  readonly onAct: (user: ListedUser, action: UserAction) => Promise<void>
  readonly onClose: () => void
}

function AskAction({ user, action, onAct, onClose }: AskActionProps) {
  const { question, consequences, confirm } = t.admin.questions[action]
  return (
    <ConfirmDialog
      question={question}
      confirmText={confirm}
      onConfirm={() => onAct(user, action)}
      onClose={onClose}
    >
      <p>
        <strong className="breakable">
          {user.name}, {user.email}
        </strong>
      </p>
      <p>{consequences}</p>
    </ConfirmDialog>
  )
}

function columns() {
  const { user, lastSignIn, registered, actions } = t.admin.columns
  return [user, lastSignIn, registered, { title: actions, numeric: true }]
}

function UserFilters() {
  const { search } = useNextPlace()
  const values = Object.fromEntries([...search].filter(([name]) => name !== 'page'))
  return (
    <Filters
      label={t.admin.filters}
      values={values}
      className={styles['people'] ?? ''}
      onChange={(fields, isTyping) =>
        void navigate(withQuery('/admin', fields), { replace: isTyping })
      }
    >
      <Field
        label={t.admin.search}
        name="search"
        type="search"
        placeholder={t.admin.searchHint}
        maxLength={200}
      />
      <Select
        label={t.admin.state}
        name="state"
        values={['', ...(Object.keys(t.admin.states) as ListedUser['state'][])]}
        textOf={(state) => (state === '' ? t.admin.allStates : t.admin.states[state])}
      />
    </Filters>
  )
}

interface UserRowProps {
  readonly user: ListedUser
  /** Never rejects. */
  readonly onAct: (action: UserAction) => Promise<void>
  readonly onConfirm: (action: ConfirmedAction) => void
}

/** The audit trail takes an address as its filter `user`. */
const auditOf = (email: string) => withQuery('/auditlog', { user: email })

const TONES = { waiting: 'warning', suspended: 'error', unverified: 'info' } as const

function UserRow({ user, onAct, onConfirm }: UserRowProps) {
  const { name, email, state, sessions, access_tokens: tokens } = user
  const lastSignIn = user.last_sign_in_at
  const { columns: titles, actions } = t.admin
  const live = [
    ...(sessions > 0 ? [t.admin.sessions({ count: sessions })] : []),
    ...(tokens > 0 ? [t.admin.tokens({ count: tokens })] : []),
  ]
  const acting = useAction(onAct)
  const button = (action: UserAction, run: () => void) => (
    <Button kind="link" busy={acting.busy} aria-label={`${actions[action]} ${email}`} onClick={run}>
      {actions[action]}
    </Button>
  )
  return (
    <Row data-row={user.id}>
      <Cell heading full>
        <Link href={auditOf(email)} title={t.admin.activityOf({ name })}>
          {name}
        </Link>{' '}
        <span className="fine-print">{t.admin.number({ id: user.id })}</span>{' '}
        {state !== 'active' && <Badge tone={TONES[state]}>{t.admin.states[state]}</Badge>}{' '}
        {user.admin && <Badge tone="info">{t.admin.administrator}</Badge>}
        <span className="second-line breakable">{email}</span>
      </Cell>
      <Cell full {...(lastSignIn !== null && { label: titles.lastSignIn })}>
        {lastSignIn === null ? t.admin.neverSignedIn : <ColomboMinute instant={lastSignIn} />}
        <span className="second-line">{live.join(', ')}</span>
      </Cell>
      <Cell full label={titles.registered}>
        <ColomboMinute instant={user.registered_at} />
      </Cell>
      <Cell full>
        <div className="actions row-actions">
          {state === 'waiting' && button('approve', () => void acting.run('approve'))}
          {state === 'waiting' && !user.admin && button('reject', () => onConfirm('reject'))}
          {live.length > 0 && button('end', () => onConfirm('end'))}
          {state === 'suspended'
            ? button('unsuspend', () => void acting.run('unsuspend'))
            : !user.admin && button('suspend', () => onConfirm('suspend'))}
        </div>
      </Cell>
    </Row>
  )
}
