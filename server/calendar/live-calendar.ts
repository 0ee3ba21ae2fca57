import type { FastifyBaseLogger } from 'fastify'
import { calendarOf, type Calendar } from '../../domain/bank-holiday.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Listener } from '../database/listener.ts'
import { newestIn } from '../database/newest.ts'
import { sharedRefresh } from '../database/refresh.ts'
import type { Db } from '../database/schema.ts'
import { readHolidays, type KnownHoliday } from './calendar-queries.ts'

interface Options {
  readonly db: Db
  readonly listener: Listener
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Whatever is older than this is old without a look at the calendar. */
const AROUND_DAYS = 31
/** A lost notice is noticed after this; the listener notices a lost connection by itself. */
const CHECK_MS = 5000

/**
 * The process's bank holidays, read at start and anew whenever the database tells of a change. While the database is
 * away the last ones go on counting.
 */
export class LiveCalendar {
  holidays: readonly KnownHoliday[] = []
  calendar: Calendar = calendarOf([])
  /** The newest change that is in it. */
  version = 0
  loaded = false
  /** Reads what is committed by now; a database that does not answer is tried again by the check that follows. */
  readonly refresh = sharedRefresh(
    () => this.read(),
    (error) => this.options.log.warn({ err: error }, 'The bank holidays could not be brought up to date'),
  )
  private readonly options: Options
  private readonly subscribers = new Set<() => void>()
  private readonly timer: NodeJS.Timeout

  constructor(options: Options) {
    this.options = options
    const refresh = () => void this.refresh()
    options.listener.subscribe('bank_holiday', { onNotice: refresh, onConnect: refresh })
    this.timer = setInterval(refresh, CHECK_MS)
    this.timer.unref()
  }

  /** The bank holidays of the weeks before and after a day, ascending. */
  around(date: CalendarDate): CalendarDate[] {
    const [from, to] = [addDays(date, -AROUND_DAYS), addDays(date, AROUND_DAYS)]
    return [...this.calendar.holidays.keys()].filter((each) => each >= from && each <= to)
  }

  /** Calls `subscriber` after each change. */
  subscribe(subscriber: () => void): void {
    this.subscribers.add(subscriber)
  }

  close(): void {
    clearInterval(this.timer)
    this.subscribers.clear()
  }

  private async read(): Promise<void> {
    // Another version, not only a higher one: a failover may have taken versions back.
    const version = await newestIn(this.options.db, 'bank_holiday')
    if (this.loaded && version === this.version) return
    this.holidays = await readHolidays(this.options.db)
    this.calendar = calendarOf(this.holidays)
    this.version = version
    this.loaded = true
    for (const subscriber of this.subscribers) subscriber()
  }
}
