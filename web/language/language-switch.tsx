import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import { useLocation, useSearch } from '../router.tsx'
import { language } from '../../text/sentences.ts'

/**
 * The same screen in the other languages, each by its own name. Plain links: a page
 * speaks one language.
 */
export function LanguageSwitch() {
  const [path] = useLocation()
  const search = useSearch()
  const address = search ? `${path}?${search}` : path
  return (
    <span className="wrap bare muted">
      {LANGUAGES.filter((each) => each !== language()).map((each) => (
        <a key={each} href={addressIn(each, address)} lang={each} hrefLang={each}>
          {LANGUAGE_NAMES[each]}
        </a>
      ))}
    </span>
  )
}
