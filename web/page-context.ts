import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { PageData } from '../contract/page-data.ts'
import { calendarDateOf, dayInColombo, type CalendarDate } from '../domain/calendar-date.ts'

/** The id of the element that holds the data, as JSON. */
const PAGE_DATA_ID = 'page-data'

const NONE: PageData = {
  today: '1970-01-01',
  holidays: [],
  siteName: 'Rupee Rates',
  providerName: 'Rupee Rates',
  privacy: {
    hasPublicNames: false,
    hasHiddenDetails: true,
    hasAdministrators: false,
    days: {
      ...{ unverified: 1, device: 365, expiredToken: 30, email: 30 },
      ...{ response: 1, idleSession: 7, session: 30 },
    },
    minutes: { calls: 1, emails: 60 },
  },
  publishers: [],
  currencies: {},
  origin: '',
  responses: [],
}
const Page = createContext(NONE)
export const PageDataProvider = Page.Provider

/** Reads the data out of the document; where no server made the page, it is made here. */
export function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  return text ? (JSON.parse(text) as PageData) : { ...NONE, today: dayInColombo(now()) }
}

/**
 * When the server gave this page, in milliseconds since 1970, where it comes from the service
 * worker; otherwise undefined.
 */
export function keptAt(): number | undefined {
  const at = document.getElementById(PAGE_DATA_ID)?.dataset['kept']
  return at === undefined ? undefined : Number(at)
}

/** Whether this is the page for addresses that the service worker has none of. */
export function isOfflinePage(): boolean {
  return document.getElementById(PAGE_DATA_ID)?.dataset['offline'] !== undefined
}

/** What the server gave the page beside its responses. */
export const usePage = () => use(Page)

export const fullTitle = (title: string, siteName: string) => `${title} · ${siteName}`

/**
 * Puts what a screen shows into the browser's tab, in place of the screen's own title; undefined:
 * not yet known.
 */
export function useTitle(title: string | undefined): void {
  const { siteName } = usePage()
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    const own = (document.title = fullTitle(title, siteName))
    return () => {
      if (document.title === own) document.title = before
    }
  }, [title, siteName])
}

/**
 * Today in Colombo, whatever the zone of this device; renders again when a new day begins while the
 * tab is open.
 */
export function useToday(): CalendarDate {
  const made = calendarDateOf(usePage().today)
  return useSyncExternalStore(
    onMinute,
    () => dayInColombo(now()),
    () => made,
  )
}

/** Once a minute. */
export const onMinute = (callBack: () => void) => onTick(callBack, 60_000)

/** The one clock of the browser's side. */
export function now(): Date {
  return new Date()
}

/**
 * Calls back after each so many milliseconds, and when the tab is looked at again: a sleeping phone
 * runs no timers.
 */
export function onTick(callBack: () => void, everyMs: number): () => void {
  const timer = setInterval(callBack, everyMs)
  document.addEventListener('visibilitychange', callBack)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', callBack)
  }
}
