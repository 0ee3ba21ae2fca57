import type { InstallationState, UnsentEmail } from '../../contract/schema/admin.schema.ts'
import { adminText } from '../text/en/work/admin.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Item, ItemList } from '../ui/item-list.tsx'
import { Sentence } from '../ui/sentence.tsx'

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
          <span>
            <Sentence text={adminText.queuedAt} time={<ColomboTime instant={created_at} />} />
          </span>
          <span>{adminText.attempts(attempts)}</span>
          {next !== null && attempts > 0 && (
            <span>
              <Sentence text={adminText.nextAttempt} time={<ColomboTime instant={next} />} />
            </span>
          )}
          {error !== null && <span>{error}</span>}
        </>
      }
    />
  )
}
