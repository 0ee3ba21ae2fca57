import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InstallationState, UnsentEmail } from '../../contract/admin.ts'
import { RATE_FEEDS } from '../../domain/rate-precedence.ts'
import { publisherName, publishers } from '../../domain/series.ts'
import { listed } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { usePage } from '../page-context.ts'
import { refresh } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card, Disclosure } from '../ui/card.tsx'
import { Facts, ListError } from '../ui/list.tsx'
import { Item } from '../ui/items.tsx'
import { Badge, FailureNotice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { ColomboMinute, Sentence, TimeFact } from '../ui/time.tsx'
import styles from '../session/session.module.css'
import { useAttention } from './attention.tsx'

interface SystemTabProps {
  readonly state: InstallationState
}

export function SystemTab({ state }: SystemTabProps) {
  const { query, things } = useAttention(state)
  const { feed, sample, emails, audit, database } = state
  const { hasMailbox = false } = usePage()
  return (
    <>
      <ListError query={query} />
      {things.length > 0 && (
        <ul className={`card ruled ${styles['attention']}`}>
          {things.map(({ key, sentence, link }) => (
            <li key={key} className="spread">
              <Emphasised sentence={sentence} />
              {link}
            </li>
          ))}
        </ul>
      )}
      <Card title={t.admin.stateTitle}>
        <dl className={`facts ruled ${styles['states']}`}>
          <State name={t.admin.feed} badge={feedBadge(feed)}>
            {feed ? <Feed feed={feed} /> : <p>{t.admin.feedOff}</p>}
            {sample && <p className="muted">{t.admin.sampleShown}</p>}
          </State>
          <State id="emails" name={t.admin.emails} badge={emailBadge(emails, hasMailbox)}>
            {hasMailbox ? <p>{t.admin.mailbox}</p> : <Emails emails={emails} />}
          </State>
          <State
            name={t.admin.database}
            badge={database.backup_at === null ? 'no backup' : 'working'}
          >
            <p>{t.admin.databaseState(database)}</p>
            <Backup at={database.backup_at} />
          </State>
          <State name={t.admin.auditTrail} badge={trailBadge(audit)}>
            {/* The day and the time stay together. */}
            <p>{`${audit.sentence.replace(/ at (?=\d)/, '\u00a0at\u00a0').replace(/\.$/, '')}.`}</p>
            <Checkpoint checkpoint={audit.checkpoint} />
          </State>
        </dl>
      </Card>
      <Settings settings={state.settings} version={state.version} />
    </>
  )
}

type SettingsProps = Pick<InstallationState, 'settings' | 'version'>

function Settings({ settings, version }: SettingsProps) {
  const set = settings.filter(({ is_set }) => is_set)
  const main = MAIN_SETTINGS.flatMap((name) => set.find((each) => each.name === name) ?? []).map(
    ({ name, value }) => ({ name: name as MainSetting, value }),
  )
  const more = set.filter(({ name }) => !isMain(name))
  const unset = settings.filter(({ is_set }) => !is_set)
  return (
    <Card
      title={t.admin.settingsSet({ count: set.length })}
      lead={t.admin.settingsLead({ version })}
    >
      <dl id="settings" className={`facts ${styles['main']}`}>
        {main.map(({ name, value }) => (
          <div key={name}>
            <dt title={name}>{t.admin.settingNames[name]}</dt>
            <dd>{settingText(name, value ?? t.admin.secret)}</dd>
          </div>
        ))}
      </dl>
      <div className="wrap folds apart">
        {more.length > 0 && (
          <Disclosure summary={t.admin.settingsMore({ count: more.length })}>
            <Facts facts={more.map(({ name, value }) => [name, value ?? t.admin.secret])} />
          </Disclosure>
        )}
        {unset.length > 0 && (
          <Disclosure summary={t.admin.settingsUnset({ count: unset.length })}>
            <p className="muted breakable">{unset.map(({ name }) => name).join(', ')}</p>
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

/** Makes the words before the verb stand out: they name the matter. */
function Emphasised({ sentence }: { readonly sentence: string }) {
  const subject = /^.+?(?= (?:is|are|has|have|was|were|can|could)\b)/.exec(sentence)?.[0] ?? ''
  return (
    <p>
      <strong>{subject}</strong>
      {sentence.slice(subject.length)}
    </p>
  )
}

/** The others are folded. */
type MainSetting = keyof typeof t.admin.settingNames
const MAIN_SETTINGS: readonly MainSetting[] = [
  ...(['SITE_NAME', 'PUBLIC_URL', 'CURRENCIES', 'RATE_FEED'] as const),
  ...(['REGISTRATION', 'ADMINS', 'PUBLISHERS', 'SMTP_URL'] as const),
]
const isMain = (name: string) => MAIN_SETTINGS.some((each) => each === name)

function settingText(name: MainSetting, value: string): string {
  const { registrationNames } = t.admin
  const feed = RATE_FEEDS.find((each) => each === value)
  if (name === 'RATE_FEED') return feed ? t.sourceNames[feed] : t.admin.feedOff
  if (name === 'PUBLISHERS') return listed(publishers().map(({ id }) => publisherName(id)))
  if (name === 'REGISTRATION') return registrationNames[value as keyof typeof registrationNames]
  return value.replace(/^\w+:\/\//, '')
}

type BadgeName = keyof typeof t.admin.badges
const TONES = {
  working: 'success',
  verified: 'success',
  off: 'info',
  'not sent': 'info',
  'no backup': 'info',
  'not checked': 'info',
  failing: 'warning',
} as const

interface StateProps {
  readonly id?: string
  readonly name: string
  readonly badge: BadgeName
  readonly children: ReactNode
}

function State({ id, name, badge, children }: StateProps) {
  return (
    <div id={id}>
      <dt>{name}</dt>
      <dd className="spread">
        <div>{children}</div>
        <Badge tone={TONES[badge]}>{t.admin.badges[badge]}</Badge>
      </dd>
    </div>
  )
}

type FeedState = NonNullable<InstallationState['feed']>

function feedBadge(feed: FeedState | null): BadgeName {
  if (!feed) return 'off'
  return feed.error || feed.publisher_error ? 'failing' : 'working'
}

function emailBadge(emails: InstallationState['emails'], hasMailbox: boolean): BadgeName {
  if (hasMailbox) return 'not sent'
  return emails.failed > 0 ? 'failing' : 'working'
}

function trailBadge({ verdict }: InstallationState['audit']): BadgeName {
  if (verdict === 'OK') return 'verified'
  return verdict === 'NOT CHECKED' ? 'not checked' : 'failing'
}

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
        <Sentence
          text={t.admin.feedState}
          name={t.sourceNames[feed.name]}
          last={instant(feed.last_success_at)}
          next={feed.due ? t.admin.fetching : instant(feed.next_try_at)}
        />{' '}
        <Button
          kind="link"
          busy={requesting.busy || feed.due}
          busyText={t.admin.fetching}
          onClick={() => void requesting.run()}
        >
          {t.admin.fetchNow}
        </Button>
      </p>
      <FailureNotice error={requesting.error} />
      {(feed.error || feed.publisher_error) && (
        <Facts
          facts={[
            [t.admin.lastTry, instant(feed.last_try_at)],
            [t.admin.error, feed.error],
            [
              t.admin.publisher,
              feed.publisher_error && t.admin.publisherErrors[feed.publisher_error],
            ],
          ]}
        />
      )}
    </>
  )
}

const instant = (at: string | null) =>
  at === null ? t.admin.never : <ColomboMinute instant={at} />

const Backup = ({ at }: { readonly at: string | null }) => (
  <p className="fine-print">
    {at === null ? (
      t.admin.noBackup
    ) : (
      <Sentence text={t.admin.backup} time={<ColomboMinute instant={at} />} />
    )}
  </p>
)

function Checkpoint({ checkpoint }: Pick<InstallationState['audit'], 'checkpoint'>) {
  if (!checkpoint) return <p className="fine-print">{t.admin.noCheckpoint}</p>
  const { entry, at, key } = checkpoint
  return (
    <Disclosure summary={t.admin.checkpoint} className="fine-print">
      <p className="breakable">
        <Sentence
          text={t.admin.checkpointOf}
          entry={entry}
          time={<ColomboMinute instant={at} />}
          signedWith={key}
        />
      </p>
    </Disclosure>
  )
}

function Emails({ emails: { waiting, failed, newest } }: Pick<InstallationState, 'emails'>) {
  if (newest.length === 0) return <p>{t.admin.noUnsent}</p>
  return (
    <>
      <p>{t.admin.unsent({ waiting, failed })}</p>
      <ul className="ruled">
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
