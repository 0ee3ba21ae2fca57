import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import { language } from '../../text/sentences.ts'
import { usePlace } from '../pages.tsx'

/** Plain links to the same page in the other languages: a document has one language. */
export function LanguageSwitch() {
  const { path, search } = usePlace()
  const address = search.size > 0 ? `${path}?${search}` : path
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
