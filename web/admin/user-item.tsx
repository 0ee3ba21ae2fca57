import type { ListedUser } from '../../contract/schema/admin.schema.ts'
import { adminText } from '../text/en/work/admin.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { ColomboTime, TimeFact } from '../ui/colombo-time.tsx'
import { Item } from '../ui/list/item-list.tsx'
import { Sentence } from '../ui/sentence.tsx'
import type { ConfirmedAction, UserAction } from './use-user-actions.ts'

interface UserItemProps {
  readonly user: ListedUser
  readonly onAct: (action: UserAction) => void
  readonly onConfirm: (action: ConfirmedAction) => void
}

const TONES = { active: 'success', waiting: 'warning', suspended: 'error', unverified: 'info' } as const

/** One user: state, last sign-in, and what can be done. */
export function UserItem({ user, onAct, onConfirm }: UserItemProps) {
  const { id, name, email, state } = user
  const button = (action: UserAction, kind: ButtonKind, run: () => void) => (
    <Button kind={kind} onClick={run}>
      {adminText.actions[action]}
      <span className="visually-hidden"> {email}</span>
    </Button>
  )
  return (
    <Item
      id={id}
      name={
        <>
          <strong>{name}</strong> {email}
          <Badge tone={TONES[state]}>{adminText.states[state]}</Badge>
          {user.admin && <Badge tone="info">{adminText.administrator}</Badge>}
        </>
      }
      facts={<UserFacts user={user} />}
    >
      <div className="buttons">
        {state === 'waiting' && button('approve', 'primary', () => onAct('approve'))}
        {state === 'waiting' && button('reject', 'danger', () => onConfirm('reject'))}
        {user.sessions + user.access_tokens > 0 && button('end', 'quiet', () => onConfirm('end'))}
        {state === 'suspended'
          ? button('unsuspend', 'quiet', () => onAct('unsuspend'))
          : !user.admin && button('suspend', 'danger', () => onConfirm('suspend'))}
      </div>
    </Item>
  )
}

function UserFacts({ user }: { readonly user: ListedUser }) {
  const { id, last_sign_in_at: lastSignIn, registered_at, sessions, access_tokens } = user
  return (
    <>
      <span>{adminText.number(id)}</span>
      <span>
        {lastSignIn === null ? (
          adminText.neverSignedIn
        ) : (
          <Sentence text={adminText.lastSignIn} time={<ColomboTime instant={lastSignIn} />} />
        )}
      </span>
      <span>{adminText.live(sessions, access_tokens)}</span>
      <TimeFact text={adminText.registeredAt} instant={registered_at} />
    </>
  )
}
