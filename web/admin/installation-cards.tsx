import type { InstallationState, UnsentEmail } from '../../contract/schema/admin.schema.ts'
import { adminText } from '../text/en/work/admin.ts'
import { Card } from '../ui/card.tsx'
import { ColomboTime, TimeFact } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { Facts } from '../ui/list/facts.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'

/** What is known of the chain, and the newest checkpoint. */
export function AuditTrailCard({ audit }: Pick<InstallationState, 'audit'>) {
  const { sentence, checkpoint } = audit
  return (
    <Card title={adminText.auditTrail}>
      <Facts
        facts={[
          [adminText.chain, sentence],
          [
            adminText.checkpoint,
            checkpoint ? (
              <Sentence
                text={adminText.checkpointOf(checkpoint.entry)}
                time={<ColomboTime instant={checkpoint.at} />}
              />
            ) : (
              adminText.noCheckpoint
            ),
          ],
          [adminText.key, checkpoint && <code>{checkpoint.key}</code>],
        ]}
      />
    </Card>
  )
}

/** Version and settings. */
export function InstallationCard({ state }: { readonly state: InstallationState }) {
  return (
    <Card title={adminText.installation} aside={<span>{adminText.version(state.version)}</span>}>
      <Disclosure summary={adminText.settings}>
        <Facts
          facts={state.settings.map(({ name, is_set, value }) => [
            name,
            is_set ? (value ?? adminText.secret) : adminText.unset,
          ])}
        />
      </Disclosure>
    </Card>
  )
}

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
