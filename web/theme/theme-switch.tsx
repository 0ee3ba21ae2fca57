import { useEffect, useId, useState } from 'react'
import { store } from '../connection/storage.ts'
import { t } from '../../text/sentences.ts'
import styles from './theme-switch.module.css'

const THEMES = ['system', 'light', 'dark'] as const

/**
 * Stays on the device; apply-theme.ts reads it before the first paint. Nothing stands there for the
 * system's.
 */
const KEY = 'theme'

/**
 * Chooses between the device's own colours, light and dark ones. Without scripts it cannot be seen.
 */
export function ThemeSwitch() {
  const id = useId()
  const [theme, setTheme] = useState('system')
  // The element is what is true: the styles follow it, and the first paint had it already.
  const show = (chosen: string | null) => {
    if (chosen === null || chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    setTheme(shownTheme())
  }
  useEffect(() => {
    setTheme(shownTheme())
    // Another tab's choice is this one's too.
    const onStored = ({ key, newValue }: StorageEvent) => {
      if (key === KEY) show(newValue)
    }
    addEventListener('storage', onStored)
    return () => removeEventListener('storage', onStored)
  }, [])
  const choose = (chosen: string) => {
    // Without storage it counts until the page is left.
    store('localStorage', KEY, chosen === 'system' ? null : chosen)
    show(chosen)
  }
  return (
    <p className={styles['theme']} data-screen-only>
      <label htmlFor={id}>{t.layout.theme}</label>
      <select id={id} value={theme} onChange={({ target }) => choose(target.value)}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t.layout.themes[each]}
          </option>
        ))}
      </select>
    </p>
  )
}

const shownTheme = () => document.documentElement.dataset['theme'] ?? 'system'
