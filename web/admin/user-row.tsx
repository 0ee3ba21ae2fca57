import type { ListedUser } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ColomboMinute } from '../ui/colombo-time.tsx'
import { Cell } from '../ui/list/table.tsx'
import { useEffect, useRef } from 'react'
import { call } from '../api.ts'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { useChanges } from '../ui/list/use-changes.ts'

const CALLS = {
  approve: 'POST /api/admin/users/:id/approve',
  reject: 'POST /api/admin/users/:id/reject',
  end: 'POST /api/admin/users/:id/end-access',
  suspend: 'POST /api/admin/users/:id/suspend',
  unsuspend: 'POST /api/admin/users/:id/unsuspend',
} as const
export type UserAction = keyof typeof CALLS
/** What cannot be taken back, and is asked about first. */
export type ConfirmedAction = 'reject' | 'end' | 'suspend'

/**
 * Does something to a user of the list. The focus stays in the user's row, also where the button
 * that had it is gone.
 */
export function useUserActions(users: readonly ListedUser[]) {
  const changed = useRef<number>(undefined)
  const changes = useChanges(['admin'])
  useEffect(() => {
    const row = changed.current
    changed.current = undefined
    if (row === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-row="${row}"] button`)?.focus()
  }, [users])
  const act = ({ id, email }: ListedUser, action: UserAction) =>
    changes.make(async () => {
      const { message }: { message: string } = await call(CALLS[action], {
        params: { id: String(id) },
      })
      changed.current = id
      showToast({ text: `${message}: ${email}` })
    })
  return { act, failure: changes.failure }
}

interface UserRowProps {
  readonly user: ListedUser
  /** Never rejects. */
  readonly onAct: (action: UserAction) => Promise<void>
  readonly onConfirm: (action: ConfirmedAction) => void
}

const TONES = {
  waiting: 'warning',
  suspended: 'error',
  unverified: 'info',
} as const

/** The row of a user: state, last sign-in, and what can be done. */
export function UserRow({ user, onAct, onConfirm }: UserRowProps) {
  const { id, name, email, state, sessions, access_tokens: tokens, registered_at } = user
  const { last_sign_in_at: lastSignIn } = user
  const live = [
    ...(sessions > 0 ? [t.admin.sessions({ count: sessions })] : []),
    ...(tokens > 0 ? [t.admin.tokens({ count: tokens })] : []),
  ]
  // One thing at a time for each user; for another one it need not be waited for.
  const acting = useAction(onAct)
  const button = (action: UserAction, run: () => void) => (
    <Button kind="link" disabled={acting.busy} data-action={action} onClick={run}>
      {t.admin.actions[action]}
      <span className="visually-hidden"> {email}</span>
    </Button>
  )
  return (
    <tr role="row" data-row={id}>
      <Cell heading role="rowheader">
        {name}
        {state !== 'active' && <Badge tone={TONES[state]}>{t.admin.states[state]}</Badge>}
        {user.admin && <Badge tone="info">{t.admin.administrator}</Badge>}
        <span className="second-line breakable">{email}</span>
      </Cell>
      <Cell role="cell">
        {lastSignIn === null ? (
          t.admin.neverSignedIn
        ) : (
          <>
            <span className="narrow">{t.admin.columns.lastSignIn} </span>
            <ColomboMinute instant={lastSignIn} />
          </>
        )}
        <span className="second-line">{live.join(', ')}</span>
      </Cell>
      <Cell role="cell">
        <span className="narrow">{t.admin.columns.registered} </span>
        <ColomboMinute instant={registered_at} />
        <span className="second-line">{t.admin.number({ id })}</span>
      </Cell>
      <Cell role="cell">
        <div className="buttons">
          {state === 'waiting' && button('approve', () => void acting.run('approve'))}
          {state === 'waiting' && !user.admin && button('reject', () => onConfirm('reject'))}
          {live.length > 0 && button('end', () => onConfirm('end'))}
          {state === 'suspended'
            ? button('unsuspend', () => void acting.run('unsuspend'))
            : !user.admin && button('suspend', () => onConfirm('suspend'))}
        </div>
      </Cell>
    </tr>
  )
}
