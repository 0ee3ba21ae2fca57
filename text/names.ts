import { ANONYMOUS_USER } from '../domain/identity/anonymous-user.ts'
import { DEFAULT_KIND, type Series } from '../domain/series.ts'
import { t } from './sentences.ts'

/** What a sentence calls a rate of a series: `USD rate`, `USD TT selling rate`. */
export function rateName({ currency, kind }: Series, of = t): string {
  return `${currency} ${of.rateNames[kind]}`
}

/** What a sentence calls a series: `USD`, `USD TT selling rate`. */
export function seriesName(series: Series, of = t): string {
  return series.kind === DEFAULT_KIND ? series.currency : rateName(series, of)
}

/** Codes or names in a sentence: `USD, AUD, CAD and GBP`. */
export function listed(texts: readonly string[], of = t): string {
  const last = texts.at(-1) ?? ''
  if (texts.length < 2) return last
  return of.list.and({ first: texts.slice(0, -1).join(', '), last })
}

/** What a screen calls the user whom the API names. */
export function shownUser(name: string): string {
  return name === ANONYMOUS_USER ? t.users.anonymous : name
}
