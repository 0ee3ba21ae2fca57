import { ANONYMOUS_USER } from '../domain/identity/shown-name.ts'
import { quotedUnits, unitsOf, type Currency } from '../domain/currency.ts'
import { DEFAULT_KIND, publisherName, type Series } from '../domain/series.ts'
import { t } from './sentences.ts'

/** Returns the name of a rate of a series: `USD rate`, `Sampath Bank USD TT selling rate`. */
export function rateName({ currency, kind, publisher }: Series, of = t): string {
  return `${publisher ? `${publisherName(publisher)} ` : ''}${unitsName(currency)} ${of.rateNames[kind]}`
}

/** Returns the name of a series: `USD`, `USD TT selling rate`. */
export function seriesName(series: Series, of = t): string {
  const isMain = series.kind === DEFAULT_KIND && !series.publisher
  return isMain ? unitsName(series.currency) : rateName(series, of)
}

/** A currency by its code, with how many units its rates are for where that is not one. */
export const unitsName = (currency: Currency): string =>
  unitsOf(currency) === 1 ? currency : quotedUnits(currency)

/** Codes or names in a sentence: `USD, AUD, CAD and GBP`. */
export function listed(texts: readonly string[], of = t): string {
  const last = texts.at(-1) ?? ''
  if (texts.length < 2) return last
  return of.list.and({ first: texts.slice(0, -1).join(', '), last })
}

/** A text that begins a line: `Create exchange rate`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the name of a user for a page; the API has one name for all anonymous users. */
export function shownUser(name: string): string {
  return name === ANONYMOUS_USER ? t.users.anonymous : name
}
