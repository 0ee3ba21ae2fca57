import { useQueryClient } from '@tanstack/react-query'
import type { InstallationState, UnsentEmail } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboMinute, TimeFact } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Facts } from '../ui/list/facts.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'

/** How the feed, the emails and the audit trail are, with version and settings. */
export function SystemCard({ state }: { readonly state: InstallationState }) {
  const { feed, sample, emails, audit, version, settings } = state
  return (
    <Card title={t.admin.system}>
      <Facts
        facts={[
          [t.admin.feed, feed ? <Feed feed={feed} /> : t.admin.feedOff],
          ...(feed ? feedFacts(feed) : []),
          [t.admin.sample, sample ? t.admin.sampleShown : null],
          [t.admin.emails, <Emails key="emails" emails={emails} />],
          [t.admin.auditTrail, audit.sentence],
          [t.admin.checkpoint, <Checkpoint key="checkpoint" checkpoint={audit.checkpoint} />],
          [t.admin.version, version],
        ]}
      />
      <Disclosure summary={t.admin.settings} className="below">
        <Facts
          facts={settings.map(({ name, is_set, value }) => [
            name,
            is_set ? (value ?? t.admin.secret) : t.admin.unset,
          ])}
        />
      </Disclosure>
    </Card>
  )
}

type FeedState = NonNullable<InstallationState['feed']>

/** Which feed there is, with a button that fetches now. */
function Feed({ feed: { name, due } }: { readonly feed: FeedState }) {
  const client = useQueryClient()
  const requesting = useAction(async () => {
    const { message } = await call('POST /api/admin/feed/import', {})
    showToast({ text: message })
    refresh(client, 'admin')
  })
  return (
    <>
      {t.sourceNames[name]}{' '}
      <Button
        kind="link"
        busy={requesting.busy || due}
        busyText={t.admin.fetching}
        onClick={() => void requesting.run()}
      >
        {t.admin.fetchNow}
      </Button>
      {requesting.error && <Notice kind="error">{requesting.error.message}</Notice>}
    </>
  )
}

const instant = (at: string | null) =>
  at === null ? t.admin.never : <ColomboMinute instant={at} />

const feedFacts = (feed: FeedState) =>
  [
    [t.admin.lastTry, instant(feed.last_try_at)],
    [t.admin.lastSuccess, instant(feed.last_success_at)],
    [t.admin.nextTry, feed.due ? t.admin.fetching : instant(feed.next_try_at)],
    [t.admin.error, feed.error],
    [t.admin.publisher, feed.publisher_error && t.admin.publisherErrors[feed.publisher_error]],
  ] as const

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

/** The emails that wait or have failed. */
function Emails({ emails: { waiting, failed, newest } }: Pick<InstallationState, 'emails'>) {
  if (newest.length === 0) return t.admin.noUnsent
  return (
    <>
      {t.admin.unsent({ waiting, failed })}
      <ItemList busy={false}>
        {newest.map((email) => (
          <EmailItem key={email.id} email={email} />
        ))}
      </ItemList>
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
