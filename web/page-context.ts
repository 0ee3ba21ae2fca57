import { createContext, use, useSyncExternalStore } from 'react'
import type { PageData } from '../contract/page-data.ts'
import { calendarDateOf, dayInColombo, type CalendarDate } from '../domain/calendar-date.ts'
import { plainSpaces } from '../text/sentences.ts'

const PAGE_DATA_ID = 'page-data'

export const NO_PAGE_DATA: PageData = {
  today: '1970-01-01',
  holidays: [],
  siteName: 'Rupee Rates',
  providerName: 'Rupee Rates',
  privacy: {
    hasPublicNames: false,
    hasHiddenDetails: true,
    hasAdministrators: false,
    days: {
      unverified: 1,
      device: 365,
      expiredToken: 30,
      email: 30,
      response: 1,
      idleSession: 7,
      session: 30,
    },
    minutes: { calls: 1, emails: 60 },
  },
  publishers: [],
  hasBankRates: false,
  currencies: {},
  origin: '',
  responses: [],
}
const Page = createContext(NO_PAGE_DATA)
export const PageDataProvider = Page.Provider

/** Creates the data if no server rendered the page. */
export function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  return text ? (JSON.parse(text) as PageData) : { ...NO_PAGE_DATA, today: dayInColombo(now()) }
}

/** Milliseconds since 1970; undefined unless the service worker returned the page. */
export function keptAt(): number | undefined {
  const at = document.getElementById(PAGE_DATA_ID)?.dataset['kept']
  return at === undefined ? undefined : Number(at)
}

/** True on the page that the service worker shows for unknown addresses. */
export function isOfflinePage(): boolean {
  return document.getElementById(PAGE_DATA_ID)?.dataset['offline'] !== undefined
}

export const usePage = () => use(Page)

export const fullTitle = (title: string, siteName: string) => plainSpaces(`${title} · ${siteName}`)

const Today = createContext<CalendarDate | undefined>(undefined)
export const TodayProvider = Today.Provider

/** Changes at midnight while the tab is open. `made`: the day of the server's page. */
export function useClock(made: string): CalendarDate {
  return useSyncExternalStore(
    onMinute,
    () => dayInColombo(now()),
    () => calendarDateOf(made),
  )
}

export const useToday = () => use(Today) ?? dayInColombo(now())

export const onMinute = (callBack: () => void) => onTick(callBack, 60_000)

export function now(): Date {
  return new Date()
}

/** Also calls back when the tab becomes visible, because a sleeping phone runs no timers. */
export function onTick(callBack: () => void, everyMs: number): () => void {
  const timer = setInterval(callBack, everyMs)
  document.addEventListener('visibilitychange', callBack)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', callBack)
  }
}
