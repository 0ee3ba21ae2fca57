import { addressIn, type Language } from '../../contract/language.ts'
import { isEmailAddress } from '../../domain/identity/sign-in-code.ts'
import { textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { LIMIT_WINDOW_MINUTES, RETENTION_DAYS } from '../identity/retention.ts'
import { ABSOLUTE_LIFE_SECONDS, IDLE_LIFE_SECONDS } from '../identity/session.ts'
import { escapeHtml } from '../text/html.ts'
import { pageFooter, pageHeader } from '../text/page-frame.ts'

type Sentences = ReturnType<typeof textIn>['privacy']

/** What decides what is stored, who sees it and whom to ask. */
export type PrivacySettings = Pick<
  Config,
  'providerName' | 'publicUrl' | 'contact' | 'publicNames' | 'auditDetails' | 'admins'
>

/** What is stored, who can see it, and how long it is kept. */
type Row = readonly [what: string, who: string, kept: string]

/** A page that says what is stored about visitors and users. It has no script. */
export function privacyPage(language: Language, settings: PrivacySettings, styles: string): string {
  const text = textIn(language).privacy
  const { providerName, publicUrl } = settings
  const provider = escapeHtml(providerName)
  const to = (path: string, words: string) => `<a href="${addressIn(language, path)}">${words}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title} · ${provider}</title>
<meta name="description" content="${text.description}">
<link rel="canonical" href="${escapeHtml(publicUrl + addressIn(language, '/privacy'))}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">${textIn(language).layout.skip}</a>
${pageHeader(language, providerName, '/privacy')}
<main id="main">
<h1>${text.title}</h1>
<p class="muted">${escapeHtml(text.lead({ provider: providerName }))}</p>
${section(
  'visitor',
  text.visitor.title,
  `<p class="title">${text.visitor.text}</p>${table(text, visitorRows(text))}`,
)}
${section('alerts', text.alerts.title, table(text, alertRows(text)))}
<section><details class="disclosure"><summary><h2>${text.account.title}</h2></summary>${table(text, accountRows(text, settings))}<p>${settings.admins.length > 0 ? `${text.account.administrators} ` : ''}${text.account.backups}</p></details></section>
${section(
  'rights',
  text.rights.title,
  `<p>${to('/account', text.rights.account)} ${text.rights.text} ${text.rights.alerts}</p>${contactLine(text, settings.contact)}`,
)}
</main>
${pageFooter(language, providerName, '/privacy')}
</body>
</html>
`
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
  const secondsAsDays = (seconds: number) => days(seconds / 86_400)
  return [
    [account.name, settings.publicNames ? account.namePublic : account.nameUsers, untilClosed],
    [account.email, isMasked ? account.emailOwn : account.emailAll, untilClosed],
    [account.rates, account.ratesWho, account.ratesKept],
    [account.trail, isMasked ? account.trailOwn : account.trailAll, account.trailKept],
    [
      account.sessions,
      text.you,
      account.sessionsKept({
        idle: secondsAsDays(IDLE_LIFE_SECONDS),
        longest: secondsAsDays(ABSOLUTE_LIFE_SECONDS),
      }),
    ],
    [account.devices, text.nobody, account.devicesKept({ period: days(RETENTION_DAYS.device) })],
    [account.tokens, text.you, account.tokensKept({ period: days(RETENTION_DAYS.expiredToken) })],
    [account.emails, text.you, account.emailsKept({ period: days(RETENTION_DAYS.email) })],
    [
      account.responses,
      text.operator,
      account.responsesKept({ period: days(RETENTION_DAYS.response) }),
    ],
  ]
}

const section = (id: string, title: string, content: string) =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`

function table(text: Sentences, rows: readonly Row[]): string {
  const head = [text.what, text.who, text.kept].map((title) => `<th scope="col">${title}</th>`)
  const body = rows.map(
    ([what, who, kept]) =>
      `<tr><th scope="row">${what}</th><td data-title="${text.who}">${who}</td><td ` +
      `data-title="${text.kept}">${kept}</td></tr>`,
  )
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function contactLine({ contact }: Sentences, named: string | undefined): string {
  if (named === undefined) return ''
  const href = isEmailAddress(named) ? `mailto:${encodeURI(named)}` : named
  return `<p>${contact.of} <a href="${escapeHtml(href)}">${escapeHtml(named)}</a></p>`
}
