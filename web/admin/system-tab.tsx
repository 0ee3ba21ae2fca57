import { useQueryClient } from '@tanstack/react-query'
import type { InstallationState, UnsentEmail } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Facts, Item } from '../ui/list.tsx'
import { Badge, Notice, showToast } from '../ui/notice.tsx'
import { ColomboMinute, Sentence, TimeFact } from '../ui/time.tsx'

export function SystemTab({ state }: { readonly state: InstallationState }) {
  const { feed, sample, emails, audit, version, settings } = state
  return (
    <>
      <Card title={t.admin.feed}>
        {feed ? <Feed feed={feed} /> : <p>{t.admin.feedOff}</p>}
        {sample && <p className="muted">{t.admin.sampleShown}</p>}
      </Card>
      <Card title={t.admin.emails}>
        <Emails emails={emails} />
      </Card>
      <Card title={t.admin.auditTrail}>
        <p>{audit.sentence}</p>
        <Facts
          facts={[[t.admin.checkpoint, <Checkpoint key="0" checkpoint={audit.checkpoint} />]]}
        />
      </Card>
      <Card title={t.admin.settings} lead={t.admin.settingsLead({ version })}>
        <Facts
          facts={settings.map(({ name, is_set, value }) => [
            name,
            is_set ? (value ?? t.admin.secret) : t.admin.unset,
          ])}
        />
      </Card>
    </>
  )
}

type FeedState = NonNullable<InstallationState['feed']>

function Feed({ feed }: { readonly feed: FeedState }) {
  const client = useQueryClient()
  const requesting = useAction(async () => {
    const { message } = await call('POST /api/admin/feed/import', {})
    showToast({ text: message })
    refresh(client, 'admin')
  })
  return (
    <>
      <p>
        {t.sourceNames[feed.name]}{' '}
        <Button
          kind="link"
          busy={requesting.busy || feed.due}
          busyText={t.admin.fetching}
          onClick={() => void requesting.run()}
        >
          {t.admin.fetchNow}
        </Button>
      </p>
      {requesting.error && <Notice kind="error">{requesting.error.message}</Notice>}
      <Facts
        facts={[
          [t.admin.lastTry, instant(feed.last_try_at)],
          [t.admin.lastSuccess, instant(feed.last_success_at)],
          [t.admin.nextTry, feed.due ? t.admin.fetching : instant(feed.next_try_at)],
          [t.admin.error, feed.error],
          [
            t.admin.publisher,
            feed.publisher_error && t.admin.publisherErrors[feed.publisher_error],
          ],
        ]}
      />
    </>
  )
}

const instant = (at: string | null) =>
  at === null ? t.admin.never : <ColomboMinute instant={at} />

function Checkpoint({ checkpoint }: Pick<InstallationState['audit'], 'checkpoint'>) {
  if (!checkpoint) return t.admin.noCheckpoint
  const { entry, at, key } = checkpoint
  return (
    <Sentence
      text={t.admin.checkpointOf}
      entry={entry}
      time={<ColomboMinute instant={at} />}
      signedWith={key}
    />
  )
}

function Emails({ emails: { waiting, failed, newest } }: Pick<InstallationState, 'emails'>) {
  if (newest.length === 0) return <p>{t.admin.noUnsent}</p>
  return (
    <>
      <p>{t.admin.unsent({ waiting, failed })}</p>
      <ul>
        {newest.map((email) => (
          <EmailItem key={email.id} email={email} />
        ))}
      </ul>
    </>
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
