import { dayInColombo } from '../../domain/calendar-date.ts'
import { splitLanguage } from '../../contract/language.ts'
import { now } from '../page-context.ts'
import { READING_MS } from '../screen.ts'
import { NOT_FOUND, placeOf, screenOf } from './find-screen.tsx'

/**
 * Loads the code of each screen that the page links to while the page is being read, so that a
 * press has only data to wait for. One after the other: what is pressed meanwhile goes first.
 */
export function loadAhead(): void {
  setTimeout(() => void loadLinked(), READING_MS)
}

async function loadLinked(): Promise<void> {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData === true || !navigator.onLine) return
  const links = document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]:not([download])')
  const paths = new Set([...links].map(({ pathname }) => splitLanguage(pathname).path))
  const screens = new Map([...paths].map((path) => [screenOf(path), path]))
  screens.delete(NOT_FOUND)
  for (const [{ component, loader }, path] of screens)
    // A failure is met again, and shown, when the screen is opened.
    await Promise.all([
      component.load(),
      // Which queries it has: making them loads their code, and requests nothing.
      loader?.(placeOf(path, dayInColombo(now()))),
    ]).catch(() => undefined)
}
