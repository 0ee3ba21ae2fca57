import { ANONYMOUS_USER } from '../domain/identity/account.ts'
import { quotedUnits, unitsOf, type Currency } from '../domain/currency.ts'
import { DEFAULT_KIND, publisherName, type Series } from '../domain/series.ts'
import { t } from './sentences.ts'

/** `USD rate`, `Sampath Bank USD TT selling rate`. */
export function rateName({ currency, kind, publisher }: Series, text = t): string {
  const bank = publisher ? `${publisherName(publisher)} ` : ''
  return `${bank}${unitsName(currency)} ${text.rateNames[kind]}`
}

export function seriesName(series: Series, text = t): string {
  const isMain = series.kind === DEFAULT_KIND && !series.publisher
  return isMain ? unitsName(series.currency) : rateName(series, text)
}

/** `USD`, `USD, Sampath Bank sells (TT)`: a label, not a part of a sentence. */
export function seriesLabel(series: Series): string {
  const isMain = series.kind === DEFAULT_KIND && !series.publisher
  return isMain ? unitsName(series.currency) : `${unitsName(series.currency)}, ${kindName(series)}`
}

/** `Bank sells (TT)`, `Sampath Bank sells (TT)`. */
export const kindName = ({ kind, publisher }: Pick<Series, 'kind' | 'publisher'>): string =>
  publisher ? t.rates.ofBank[kind]({ bank: publisherName(publisher) }) : t.kindNames[kind]

export const unitsName = (currency: Currency): string =>
  unitsOf(currency) === 1 ? currency : quotedUnits(currency)

export function listed(texts: readonly string[], text = t): string {
  const last = texts.at(-1) ?? ''
  if (texts.length < 2) return last
  return text.list.and({ first: texts.slice(0, -1).join(', '), last })
}

/** In the language of a page; as it was entered if it is not of the gazette's list. */
export function holidayName(name: string, text = t): string {
  const names: Readonly<Record<string, string>> = text.holidayNames
  return names[name] ?? name
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function shownUser(name: string): string {
  return name === ANONYMOUS_USER ? t.users.anonymous : name
}
