import { addressIn, type Language } from '../../contract/language.ts'
import { isEmailAddress } from '../../domain/identity/sign-in-code.ts'
import { textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { LIMIT_WINDOW_MINUTES, RETENTION_DAYS } from '../identity/retention.ts'
import { ABSOLUTE_LIFE_SECONDS, IDLE_LIFE_SECONDS } from '../identity/session.ts'
import { escapeHtml } from '../text/html.ts'
import { PAGE_SCRIPT, pageFooter, pageHeader } from '../text/page-frame.ts'

type Sentences = ReturnType<typeof textIn>['privacy']

/** What decides what is stored, who sees it and whom to ask. */
export type PrivacySettings = Pick<
  Config,
  'providerName' | 'publicUrl' | 'contact' | 'publicNames' | 'auditDetails' | 'admins'
>

/** What is stored, who can see it, and how long it is kept. */
type Row = readonly [what: string, who: string, kept: string]

/** A page that says what is stored about visitors and users. */
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
<script>${PAGE_SCRIPT}</script>
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">${textIn(language).layout.skip}</a>
${pageHeader(language, providerName, '/privacy')}
<main id="main">
<h1 class="title">${text.title}</h1>
<p class="lead muted">${escapeHtml(text.lead({ provider: providerName }))}</p>
<section aria-labelledby="visitor"><p class="title">${text.visitor.text}</p>${table(
    text,
    ['visitor', text.visitor.title, visitorRows(text)],
    ['alerts', text.alerts.title, alertRows(text)],
  )}</section>
<section><details class="disclosure"><summary><h2>${text.account.title}</h2></summary>${table(text, ['', '', accountRows(text, settings)])}<p>${settings.admins.length > 0 ? `${text.account.administrators} ` : ''}${text.account.backups}</p></details></section>
<section aria-labelledby="rights"><h2 id="rights">${text.rights.title}</h2><p>${to('/account', text.rights.account)} ${text.rights.text} ${text.rights.alerts}</p>${contactLine(text, settings.contact)}</section>
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

type Group = readonly [id: string, title: string, rows: readonly Row[]]

function table(text: Sentences, ...groups: readonly Group[]): string {
  const head = [text.what, text.who, text.kept].map((title) => `<th scope="col">${title}</th>`)
  const body = groups.map(([id, title, rows]) => {
    const heading =
      title && `<tr><th colspan="3" scope="rowgroup"><h2 id="${id}">${title}</h2></th></tr>`
    return `<tbody>${heading}${rows.map((row) => rowOf(text, row)).join('')}</tbody>`
  })
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
