import type { InstallationState, UnsentEmail } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { Card } from '../ui/card.tsx'
import { ColomboMinute, TimeFact } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { Facts } from '../ui/list/facts.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'

/** What is known of the chain, and the newest checkpoint. */
export function AuditTrailCard({ audit }: Pick<InstallationState, 'audit'>) {
  const { sentence, checkpoint } = audit
  return (
    <Card title={t.admin.auditTrail}>
      <Facts
        facts={[
          [t.admin.chain, sentence],
          [
            t.admin.checkpoint,
            checkpoint ? (
              <Sentence
                text={t.admin.checkpointOf}
                entry={checkpoint.entry}
                time={<ColomboMinute instant={checkpoint.at} />}
              />
            ) : (
              t.admin.noCheckpoint
            ),
          ],
          [t.admin.key, checkpoint?.key],
        ]}
      />
    </Card>
  )
}

/** Version and settings. */
export function InstallationCard({ state }: { readonly state: InstallationState }) {
  return (
    <Card title={t.admin.installation}>
      <p>{t.admin.version({ version: state.version })}</p>
      <Disclosure summary={t.admin.settings}>
        <Facts
          facts={state.settings.map(({ name, is_set, value }) => [
            name,
            is_set ? (value ?? t.admin.secret) : t.admin.unset,
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
      title={t.admin.emails}
      aside={newest.length > 0 && <span>{t.admin.unsent({ waiting, failed })}</span>}
    >
      {newest.length === 0 ? (
        <p className="muted">{t.admin.noUnsent}</p>
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
          {t.admin.emailTo({ purpose: t.admin.purposes[purpose], user: user_id })}
          <Badge tone="info">{failed ? t.admin.emailFailed : t.admin.emailWaiting}</Badge>
        </>
      }
      facts={
        <>
          <TimeFact text={t.admin.queuedAt} instant={created_at} />
          <span>{t.admin.attempts({ count: attempts })}</span>
          {next !== null && attempts > 0 && <TimeFact text={t.admin.nextAttempt} instant={next} />}
          {error !== null && <span>{error}</span>}
        </>
      }
    />
  )
}
