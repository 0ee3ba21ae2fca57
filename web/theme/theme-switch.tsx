import { useId } from 'react'
import { t } from '../../text/sentences.ts'
import styles from './theme-switch.module.css'

const THEMES = ['system', 'light', 'dark'] as const

/**
 * Chooses between the device's own colours, light and dark ones; apply-theme.ts does as it says.
 * Without scripts it cannot be seen.
 */
export function ThemeSwitch() {
  const id = useId()
  return (
    <p className={styles['theme']} data-screen-only>
      <label htmlFor={id}>{t.layout.theme}</label>
      <select id={id} name="theme" ref={showChosen}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t.layout.themes[each]}
          </option>
        ))}
      </select>
    </p>
  )
}

function showChosen(field: HTMLSelectElement | null): void {
  if (field) field.value = document.documentElement.dataset['theme'] ?? 'system'
}
