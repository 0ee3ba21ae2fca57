import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import { BASE } from '../api.ts'
import { useLocation, useSearch } from '../router.tsx'
import styles from './language-switch.module.css'
import { isTranslated, LANGUAGE } from './page-language.ts'

/** The same screen in the other languages, each by its own name. Plain links: each language is a build of its own. */
export function LanguageSwitch() {
  const [path] = useLocation()
  const search = useSearch()
  // A host of its own (vite.config.ts) has the English pages only.
  if (BASE || !isTranslated(path)) return null
  const address = search ? `${path}?${search}` : path
  return (
    <span className={styles['languages']}>
      {LANGUAGES.filter((each) => each !== LANGUAGE).map((each) => (
        <a key={each} href={addressIn(each, address)} lang={each} hrefLang={each}>
          {LANGUAGE_NAMES[each]}
        </a>
      ))}
    </span>
  )
}
