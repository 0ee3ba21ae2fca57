import type { Language } from '../../contract/language.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
import { textIn } from '../../text/sentences.ts'

/** What search engines say of a screen, by its path; empty for one that is not for them. */
export function descriptionOf(language: Language, path: string): string {
  const of = textIn(language)
  const plain: Readonly<Partial<Record<string, unknown>>> = of.descriptions
  if (path === '/')
    return of.descriptions['/']({ names: listed(Object.values(of.currencyNames), of) })
  if (path === '/rates' || path === '/customs')
    return of.descriptions[path]({ currencies: listed(CURRENCIES, of) })
  const found = plain[path]
  return typeof found === 'string' ? found : ''
}
