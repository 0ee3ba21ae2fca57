import type { FastifyInstance, FastifyReply } from 'fastify'
import { dayValue, monthValue } from '../../contract/integrations.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, type Rate } from '../../domain/money.ts'
import { periodResult, periodsFromTo, type DatedRate } from '../../domain/period.ts'
import { missingReason } from '../../domain/rate-precedence.ts'
import { fromWire } from '../../domain/rate-text.ts'
import { seriesOf } from '../../domain/series.ts'
import { ApiError } from '../errors.ts'
import { etagOf, PUBLIC_CACHE_CONTROL, sendPlain } from '../http/encoded.ts'
import { serve } from '../http/serve.ts'
import { currentRateResponse } from '../rates/public-responses.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { integrationsText } from '../text/en/integrations.ts'
import { ratesText } from '../text/en/rates.ts'

/** One rate as a plain number, for spreadsheets and other programs that read nothing else. */
export function valueRoutes(app: FastifyInstance, rates: PublicRates): void {
  serve(app, dayValue, ({ params, querystring, reply }) => {
    const snapshot = rates.snapshot()
    const series = seriesOf(params.currency, querystring.kind)
    const day = params.date === 'latest' ? snapshot.today : params.date
    const { rate, date } = currentRateResponse(snapshot, series, day).data
    if (querystring.strict === '1' && date !== day) {
      const reason = missingReason(day, snapshot.today, snapshot.calendar)
      throw new ApiError('not_found', ratesText.noneOnDay(series, day, reason))
    }
    return sendValue(reply, fromWire(rate), date) as never
  })

  serve(app, monthValue, ({ params: { currency, month, figure }, querystring, reply }) => {
    const snapshot = rates.snapshot()
    const series = seriesOf(currency, querystring.kind)
    const [period] = periodsFromTo('month', month, month)
    const figures = period && periodResult(period, snapshot.book.ratesOf(series), snapshot).figures
    if (!figures) throw new ApiError('not_found', integrationsText.noneInMonth(series, month))
    const { closing, averagePublished } = figures
    const value: Pick<DatedRate, 'rate'> = figure === 'closing' ? closing : averagePublished
    return sendValue(reply, value.rate, closing.date) as never
  })
}

/** `date`: the newest day that the value is of. */
function sendValue(reply: FastifyReply, rate: Rate, date: CalendarDate): FastifyReply {
  const text = `${formatRate(rate)}\n`
  reply
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': PUBLIC_CACHE_CONTROL, 'rate-date': date })
  return sendPlain(reply, text, etagOf(`${date} ${text}`))
}
