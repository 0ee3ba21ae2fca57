import { renderToString } from 'react-dom/server'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { App, titleOf } from './app.tsx'
import type { PageData } from './page-data.ts'
import { AnswerCache } from './query.ts'
import { needsOf, NOT_FOUND, SCREENS, screenOf } from './routes.ts'

/** What the server needs to know of an address before it renders it. */
export function planOf(path: string, search: string, today: CalendarDate) {
  const screen = screenOf(path)
  return {
    status: screen === NOT_FOUND ? 404 : 200,
    /** A screen for those who are signed in is made in the browser; the server gives its frame. */
    frameOnly: screen.access === 'signed-in',
    module: screen.page.module,
    description: screen.description,
    needs: needsOf(search ? `${path}?${search}` : path, today).map((each) => each.address),
  } as const
}

/** The text of a page: what goes into `#root`, and its title. */
export async function render(path: string, search: string, page: PageData) {
  const screen = screenOf(path)
  await screen.page.load()
  const html = renderToString(<App page={page} cache={new AnswerCache(page.answers)} at={{ path, search }} />)
  return { html, title: titleOf(screen, page.providerName) }
}

/** The files of all screens, so that a missing chunk is found when the server starts. */
export const MODULES: readonly string[] = [...SCREENS, NOT_FOUND].map((screen) => screen.page.module)
