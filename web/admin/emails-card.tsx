import type { InstallationState, UnsentEmail } from '../../contract/schema/admin.schema.ts'
import { adminText } from '../text/en/work/admin.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Card } from '../ui/card.tsx'
import { TimeFact } from '../ui/colombo-time.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'

/** The emails that wait or have failed. */
export function EmailsCard({ emails }: Pick<InstallationState, 'emails'>) {
  const { waiting, failed, newest } = emails
  return (
    <Card
      title={adminText.emails}
      aside={newest.length > 0 && <span>{adminText.unsent(waiting, failed)}</span>}
    >
      {newest.length === 0 ? (
        <p className="muted">{adminText.noUnsent}</p>
      ) : (
        <ItemList busy={false}>
          {newest.map((email) => (
            <EmailItem key={email.id} email={email} />
          ))}
        </ItemList>
      )}
    </Card>
  )
}

function EmailItem({ email }: { readonly email: UnsentEmail }) {
  const { id, purpose, user_id, failed, created_at, attempts, next_attempt_at: next, error } = email
  return (
    <Item
      id={id}
      name={
        <>
          {adminText.emailTo(adminText.purposes[purpose], user_id)}
          <Badge tone="info">{failed ? adminText.emailFailed : adminText.emailWaiting}</Badge>
        </>
      }
      facts={
        <>
          <TimeFact text={adminText.queuedAt} instant={created_at} />
          <span>{adminText.attempts(attempts)}</span>
          {next !== null && attempts > 0 && <TimeFact text={adminText.nextAttempt} instant={next} />}
          {error !== null && <span>{error}</span>}
        </>
      }
    />
  )
}
