import type { QueryClient } from '@tanstack/react-query'
import { dayInColombo, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { language } from '../../text/sentences.ts'
import { loadSentences } from '../language/load-language.ts'
import { now } from '../page-context.ts'
import type { DeclaredScreen, LazyPage, Loader, Place, Screen, ScreenLoader } from '../screen.ts'
import { DECLARED_NOT_FOUND, DECLARED_SCREENS } from '../screens.ts'
import { lazyPage } from './lazy-page.tsx'

/** Loads the guard of a screen that only some may see beside its code, and not after it. */
function guarded({ access, ofOwnAccount, component: load }: DeclaredScreen): LazyPage {
  if (access === 'everyone') return lazyPage(load)
  return lazyPage(async () => {
    const [{ ApprovedOnly, SignedInOnly, SignedOutOnly }, { default: Page, ...page }] =
      await Promise.all([import('../session/guard.tsx'), load()])
    const Guard =
      access === 'signed-out' ? SignedOutOnly : ofOwnAccount ? SignedInOnly : ApprovedOnly
    const Guarded = () => (
      <Guard>
        <Page />
      </Guard>
    )
    return { ...page, default: Guarded }
  })
}

/** Loads the English sentences of a work screen beside its code. */
const withSentences =
  ({ component, isWork }: DeclaredScreen) =>
  async () =>
    (await Promise.all([component(), isWork && loadSentences(language(), 'work')]))[0]

const screenFrom = (declared: DeclaredScreen): Screen => ({
  ...declared,
  component: guarded({ ...declared, component: withSentences(declared) }),
})

/** Every screen. */
export const SCREENS: readonly Screen[] = DECLARED_SCREENS.map(screenFrom)

export const NOT_FOUND = screenFrom(DECLARED_NOT_FOUND)

/** The screen of an address, `NOT_FOUND` where there is none. */
export function screenOf(address: string): Screen {
  const path = address.split(/[?#]/)[0]?.split('/') ?? []
  return SCREENS.find((screen) => matches(screen.path.split('/'), path)) ?? NOT_FOUND
}

/** What decides which responses the screen of an address shows. */
export function placeOf(address: string, today: CalendarDate): Place {
  const [path = '/', search] = address.replace(/#.*/, '').split('?')
  return { path, search: new URLSearchParams(search), today }
}

/** Loads any screen; parts of screens find it by `ScreenLoading`. */
export const SCREEN_LOADER: ScreenLoader = {
  load: (address) => screenOf(address).component.load(),
  prefetch,
}

function prefetch(address: string, client: QueryClient): void {
  const { component, loader } = screenOf(address)
  const ignore = () => undefined
  const fetchData = async (load?: Loader) => {
    const queries = (await load?.(placeOf(address, dayInColombo(now())))) ?? []
    for (const query of queries) client.query(query).catch(ignore)
  }
  component.load().then((module) => fetchData(module.loader), ignore)
  fetchData(loader).catch(ignore)
}

function matches(pattern: readonly string[], given: readonly string[]): boolean {
  return pattern.length === given.length && pattern.every((segment, at) => fits(segment, given[at]))
}

function fits(segment: string, given: string | undefined): boolean {
  if (segment === ':currency') return isCurrency(given)
  return segment === ':date' ? isCalendarDate(given) : segment === given
}
