import { useId, useSyncExternalStore } from 'react'
import { store } from '../connection/storage.ts'
import { layoutText } from '../text/en/ui.ts'
import styles from './theme-switch.module.css'

const THEMES = ['system', 'light', 'dark'] as const

/** Stays on the device; apply-theme.ts reads it before the first paint. Nothing stands there for the system's. */
const KEY = 'theme'
const SHOWN = 'theme-shown'

/** Chooses between the device's own colours, light and dark ones. Without scripts it cannot be seen. */
export function ThemeSwitch() {
  const id = useId()
  const theme = useSyncExternalStore(listen, shownTheme, () => 'system')
  return (
    <p className={styles['theme']}>
      <label htmlFor={id}>{layoutText.theme}</label>
      <select id={id} value={theme} onChange={({ target }) => choose(target.value)}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {layoutText.themes[each]}
          </option>
        ))}
      </select>
    </p>
  )
}

function choose(theme: string): void {
  // Without storage it counts until the page is left.
  store('localStorage', KEY, theme === 'system' ? null : theme)
  show(theme)
}

/** The element is what is true: the styles follow it, and the first paint had it already. */
function show(theme: string | null): void {
  if (theme === null || theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  dispatchEvent(new Event(SHOWN))
}

const shownTheme = () => document.documentElement.dataset['theme'] ?? 'system'

/** Another tab's choice is this one's too. */
function listen(callBack: () => void): () => void {
  const onStored = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) show(newValue)
  }
  addEventListener('storage', onStored)
  addEventListener(SHOWN, callBack)
  return () => {
    removeEventListener('storage', onStored)
    removeEventListener(SHOWN, callBack)
  }
}
