import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '../../contract/calendar.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { yearOf, yearsMissing } from '../../domain/bank-holiday.ts'
import { dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { BaseDependencies } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { PUBLIC_CACHE, sendPlain } from '../http/cache.ts'
import { serve } from '../http/serve.ts'
import { calendarFile } from './calendar-file.ts'
import type { Holidays, HolidaySource } from './calendar-queries.ts'
import { t } from '../../text/sentences.ts'

type Year = ResponseBody<typeof contract.enteredHolidays>['data']

/** Which bank holidays there are, for everyone; who entered them, for those who are signed in. */
export function calendarRoutes(
  app: FastifyInstance,
  { clock, config, liveRateBook }: BaseDependencies & { readonly liveRateBook: HolidaySource },
): void {
  const { host } = new URL(config.publicUrl)

  serve(app, contract.bankHolidays, ({ query, reply }) => {
    const today = dayInColombo(clock())
    const year = publicYear(loaded(liveRateBook), query.year, today)
    reply.type('application/json; charset=utf-8')
    return sendPublic(reply, JSON.stringify(year))
  })

  serve(app, contract.calendarFile, ({ reply }) => {
    reply
      .header('content-disposition', 'inline; filename="bank-holidays.ics"')
      .type('text/calendar; charset=utf-8')
    return sendPublic(reply, calendarFile(loaded(liveRateBook).known, host))
  })

  serve(app, contract.enteredHolidays, ({ query }) => ({
    data: yearResponse(loaded(liveRateBook), query.year, dayInColombo(clock())),
  }))
}

/** Sends what everyone may keep, or 304 where the client has it. */
function sendPublic(reply: FastifyReply, text: string): never {
  return sendPlain(reply.headers(PUBLIC_CACHE), text) as never
}

/** The bank holidays of a year, the present one by default, without who entered them. */
export function publicYear(
  known: Holidays,
  requested: number | undefined,
  today: CalendarDate,
): ResponseBody<typeof contract.bankHolidays> {
  const { holidays, ...year } = yearResponse(known, requested, today)
  const shown = holidays.map(({ date, name, scope, source }) => ({ date, name, scope, source }))
  return { data: { ...year, holidays: shown } }
}

function yearResponse(
  { known, calendar }: Holidays,
  requested: number | undefined,
  today: CalendarDate,
): Year {
  const year = requested ?? yearOf(today)
  return {
    year,
    listed: calendar.listedYears.has(year),
    years: [...new Set(known.map(({ date }) => yearOf(date)))],
    years_missing: yearsMissing(today, calendar),
    holidays: known
      .filter(({ date }) => yearOf(date) === year)
      .map(({ date, name, scope, source, entered_at, entered_by }) => ({
        date,
        name,
        scope,
        source,
        entered_at: entered_at.toISOString(),
        entered_by,
      })),
  }
}

/** Throws 503 until the holidays have been read for the first time. */
function loaded(live: HolidaySource): Holidays {
  if (live.loaded) return live.book.holidays
  throw new ApiError('unavailable', t.calendarText.loading, { retryAfter: 1 })
}
