import type { Language } from '../../contract/language.ts'
import { currencies } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
import { currencyName, textIn } from '../../text/sentences.ts'

/** Describes a screen to search engines, by its path; empty for one that they do not list. */
export function describeScreen(language: Language, path: string): string {
  const of = textIn(language)
  // More than a search engine shows says less.
  const first = currencies().slice(0, 4)
  const plain: Readonly<Partial<Record<string, unknown>>> = of.descriptions
  if (path === '/')
    return of.descriptions['/']({
      names: listed(
        first.map((each) => currencyName(each, language)),
        of,
      ),
    })
  if (path === '/rates' || path === '/customs')
    return of.descriptions[path]({ currencies: listed(first, of) })
  const found = plain[path]
  return typeof found === 'string' ? found : ''
}
