import type { ReactNode } from 'react'
import type { PrivacyFacts } from '../../contract/page-data.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { usePage } from '../page-context.ts'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'

const CHANGED = '2026-11-28'

type Stored = readonly [what: string, who: string, kept: string]

export function Component() {
  const { providerName, privacy } = usePage()
  const { text, rights, account } = { ...t.privacy, text: t.privacy }
  return (
    <>
      <PageTitle lead={text.lead({ provider: providerName, changed: CHANGED })}>
        {t.layout.privacy}
      </PageTitle>
      <div className="stack">
        <Card title={text.visitor.title} lead={text.visitor.text}>
          <Folded caption={text.visitor.title} rows={visitorRows(privacy)} />
        </Card>
        <Card title={text.alerts.title}>
          <StoredTable caption={text.alerts.title} rows={alertRows(privacy)} />
        </Card>
        <Card title={account.title} lead={account.text}>
          <Folded caption={account.title} rows={accountRows(privacy)}>
            <p className="below">
              {privacy.hasAdministrators && `${account.administrators} `}
              {account.backups}
            </p>
          </Folded>
        </Card>
        <Card title={rights.title}>
          <p>
            <Link href="/account">{rights.account}</Link> {rights.text} {rights.alerts}
          </p>
          {privacy.contact !== undefined && <Contact address={privacy.contact} />}
        </Card>
      </div>
    </>
  )
}

interface StoredProps {
  readonly caption: string
  readonly rows: readonly Stored[]
  readonly children?: ReactNode
}

function Folded({ children, ...stored }: StoredProps) {
  return (
    <Disclosure summary={t.privacy.stored({ count: stored.rows.length })} data-printed>
      <StoredTable {...stored} />
      {children}
    </Disclosure>
  )
}

function StoredTable({ caption, rows }: StoredProps) {
  const { what, who, kept } = t.privacy
  return (
    <Table caption={caption} columns={[what, who, kept]} stacks className="even-columns">
      {rows.map(([stored, seenBy, period]) => (
        <Row key={stored}>
          <Cell heading full>
            {stored}
          </Cell>
          <Cell full label={`${who}:`}>
            {seenBy}
          </Cell>
          <Cell full label={`${kept}:`}>
            {period}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function Contact({ address }: { readonly address: string }) {
  return (
    <p className="below breakable">
      {t.privacy.contact.of}{' '}
      <a href={/^https?:/.test(address) ? address : `mailto:${encodeURI(address)}`}>{address}</a>
    </p>
  )
}

const inDays = (days: number) => t.privacy.days({ days })
const inMinutes = (minutes: number) => t.privacy.minutes({ minutes })

function visitorRows({ minutes }: PrivacyFacts): Stored[] {
  const { visitor, operator, you } = t.privacy
  const kept = { calls: inMinutes(minutes.calls), emails: inMinutes(minutes.emails) }
  return [
    [visitor.address, operator, visitor.addressKept(kept)],
    [visitor.log, operator, visitor.logKept],
    [visitor.pages, you, visitor.browserKept],
    [visitor.typed, you, visitor.typedKept],
    [visitor.session, you, visitor.sessionKept],
  ]
}

function alertRows({ days }: PrivacyFacts): Stored[] {
  const { rule, ruleWho, ruleKept } = t.privacy.alerts
  return [[rule, ruleWho, ruleKept({ period: inDays(days.unverified) })]]
}

function accountRows({ days, hasPublicNames, hasHiddenDetails }: PrivacyFacts): Stored[] {
  const { account, youAndOperator, nobody, operator } = t.privacy
  const untilClosed = account.accountKept({ period: inDays(days.unverified) })
  const sessionsKept = account.sessionsKept({
    idle: inDays(days.idleSession),
    longest: inDays(days.session),
  })
  return [
    [account.name, hasPublicNames ? account.namePublic : account.nameUsers, untilClosed],
    [account.email, hasHiddenDetails ? account.emailOwn : account.emailAll, untilClosed],
    [account.rates, account.ratesWho, account.ratesKept],
    [account.trail, hasHiddenDetails ? account.trailOwn : account.trailAll, account.trailKept],
    [account.sessions, youAndOperator, sessionsKept],
    [account.devices, nobody, account.devicesKept({ period: inDays(days.device) })],
    [account.tokens, youAndOperator, account.tokensKept({ period: inDays(days.expiredToken) })],
    [account.emails, youAndOperator, account.emailsKept({ period: inDays(days.email) })],
    [account.responses, operator, inDays(days.response)],
  ]
}
