import { addressIn, type Language } from '../../contract/language.ts'
import { isEmailAddress } from '../../domain/identity/sign-in-code.ts'
import { textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { LIMIT_WINDOW_MINUTES, RETENTION_DAYS } from '../identity/retention.ts'
import { ABSOLUTE_LIFE_SECONDS, IDLE_LIFE_SECONDS } from '../identity/session.ts'
import { escapeHtml } from '../text/html.ts'
import { framedPage } from '../text/page-frame.ts'

type Sentences = ReturnType<typeof textIn>['privacy']

/** What decides what is stored, who sees it and whom to ask. */
export type PrivacySettings = Pick<
  Config,
  'providerName' | 'publicUrl' | 'contact' | 'publicNames' | 'auditDetails' | 'admins'
>

/** The day on which the sentences last said something else. */
const CHANGED = '2026-11-26'

/** What is stored, who can see it, and how long it is kept. */
type Row = readonly [what: string, who: string, kept: string]

/** A page that says what is stored about visitors and users. */
export function privacyPage(language: Language, settings: PrivacySettings, styles: string): string {
  const { layout, privacy: text } = textIn(language)
  const { providerName, publicUrl } = settings
  const to = (path: string, words: string) => `<a href="${addressIn(language, path)}">${words}</a>`
  return framedPage({
    ...{ language, provider: providerName, styles, path: '/privacy' },
    ...{ title: layout.privacy, description: text.description },
    head: `<link rel="canonical" href="${escapeHtml(publicUrl + addressIn(language, '/privacy'))}">`,
    content: `<main id="main" class="main">
<header class="header apart"><div><h1 class="title">${layout.privacy}</h1>
<p class="lead">${escapeHtml(text.lead({ provider: providerName, changed: CHANGED }))}</p></div></header>
<div class="stack">
<section class="card"><p class="title">${text.visitor.text}</p>${table(
      text,
      [text.visitor.title, visitorRows(text)],
      [text.alerts.title, alertRows(text)],
      [text.account.title, accountRows(text, settings)],
    )}<p>${settings.admins.length > 0 ? `${text.account.administrators} ` : ''}${text.account.backups}</p></section>
<section class="card"><h2>${text.rights.title}</h2><p>${to('/account', text.rights.account)} ${text.rights.text} ${text.rights.alerts}</p>${contactLine(text, settings.contact)}</section>
</div></main>`,
  })
}

function visitorRows({ visitor, ...text }: Sentences): Row[] {
  const { calls, emails } = LIMIT_WINDOW_MINUTES
  return [
    [
      visitor.address,
      text.operator,
      visitor.addressKept({
        calls: text.minutes({ minutes: calls }),
        emails: text.minutes({ minutes: emails }),
      }),
    ],
    [visitor.log, text.operator, visitor.logKept],
    [visitor.browser, text.you, visitor.browserKept],
  ]
}

function alertRows({ alerts, days }: Sentences): Row[] {
  return [
    [
      alerts.rule,
      alerts.ruleWho,
      alerts.ruleKept({ period: days({ days: RETENTION_DAYS.unverified }) }),
    ],
  ]
}

function accountRows({ account, ...text }: Sentences, settings: PrivacySettings): Row[] {
  const days = (count: number) => text.days({ days: count })
  const isMasked = settings.auditDetails === 'own'
  const untilClosed = account.accountKept({ period: days(RETENTION_DAYS.unverified) })
  const both = text.youAndOperator
  const secondsAsDays = (seconds: number) => days(seconds / 86_400)
  return [
    [account.name, settings.publicNames ? account.namePublic : account.nameUsers, untilClosed],
    [account.email, isMasked ? account.emailOwn : account.emailAll, untilClosed],
    [account.rates, account.ratesWho, account.ratesKept],
    [account.trail, isMasked ? account.trailOwn : account.trailAll, account.trailKept],
    [
      account.sessions,
      both,
      account.sessionsKept({
        idle: secondsAsDays(IDLE_LIFE_SECONDS),
        longest: secondsAsDays(ABSOLUTE_LIFE_SECONDS),
      }),
    ],
    [account.devices, text.nobody, account.devicesKept({ period: days(RETENTION_DAYS.device) })],
    [account.tokens, both, account.tokensKept({ period: days(RETENTION_DAYS.expiredToken) })],
    [account.emails, both, account.emailsKept({ period: days(RETENTION_DAYS.email) })],
    [account.responses, text.operator, days(RETENTION_DAYS.response)],
  ]
}

type Group = readonly [title: string, rows: readonly Row[]]

function table(text: Sentences, ...groups: readonly Group[]): string {
  const head = [text.what, text.who, text.kept].map((title) => `<th scope="col">${title}</th>`)
  const body = groups.map(
    ([title, rows]) =>
      `<tbody><tr><th colspan="3" scope="rowgroup"><h2>${title}</h2></th></tr>` +
      `${rows.map((row) => rowOf(text, row)).join('')}</tbody>`,
  )
  return `<table><thead><tr>${head.join('')}</tr></thead>${body.join('')}</table>`
}

const rowOf = (text: Sentences, [what, who, kept]: Row) =>
  `<tr><th scope="row">${what}</th><td data-title="${text.who}">${who}</td>` +
  `<td data-title="${text.kept}">${kept}</td></tr>`

function contactLine({ contact }: Sentences, named: string | undefined): string {
  if (named === undefined) return ''
  const href = isEmailAddress(named) ? `mailto:${encodeURI(named)}` : named
  return `<p>${contact.of} <a href="${escapeHtml(href)}">${escapeHtml(named)}</a></p>`
}
