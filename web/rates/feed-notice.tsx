import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { isBusinessDay } from '../../domain/bank-holiday.ts'
import { freshnessOf } from '../../domain/rate-precedence.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { Notice } from '../ui/notice.tsx'
import { newestDay, readCurrentRate, type ShownRow } from './board.ts'
import { feedQuery } from './rates.ts'

type Feed = ResponseOf<'GET /api/exchange-rate/feed'>['data']

export function FeedNotice({ rows }: { readonly rows: readonly ShownRow[] }) {
  const feed = useResponse(feedQuery()).data?.data
  const isSignedIn = useAuth().state === 'signed-in'
  const today = useToday()
  const holidays = new Map(usePage().holidays)
  const isSample = rows.some(({ source }) => source === 'sample')
  const told = isSample ? rows.filter(({ source }) => source === 'sample') : rows
  const newest = newestDay(told)
  const row = told.find(({ date }) => date !== null && date === newest)
  const rate = row && readCurrentRate(row)
  const daysOld = rate ? freshnessOf(rate, rate.requested_date, holidays).daysOld : 0
  // The user chose the old day, so it needs no warning.
  const isToday = !rate || rate.requested_date === today
  const sentence = feed && feedSentence(feed, { isSample, daysOld: isToday ? daysOld : 0 })
  if (!sentence) return null
  const when = isBusinessDay(today, holidays) ? 'due' : 'other'
  return (
    <Notice kind={isSample || daysOld > 0 ? 'warning' : 'info'} quiet>
      <p>
        {isSample && <strong>{t.feed.sample({ days: daysOld })}</strong>} {sentence}{' '}
        {(isSample || daysOld > 0 || feed.newest_date === null) && (
          <span className="unbroken">
            <Link href={isSignedIn ? '/enter' : '/login'}>
              {isSignedIn ? t.feed.enter({ when }) : t.feed.login({ when })}
            </Link>
          </span>
        )}
      </p>
    </Notice>
  )
}

function feedSentence(
  { feed, newest_date: newest, failing, off, publisher_error: error, via }: Feed,
  { isSample, daysOld }: { readonly isSample: boolean; readonly daysOld: number },
): string | undefined {
  const isOff = feed === null || off === true
  const day = newest === null ? 'none' : formatDay(newest)
  if (isSample)
    return isOff ? t.feed.sampleOff({ newest: day }) : t.feed.samplePending({ newest: day })
  if (failing && error === 'unknown layout') return t.feed.changed({ newest: day })
  if (failing) return t.feed.failing({ newest: day })
  if (error) return via ? t.feed.standIn({ error }) : t.feed.page({ error })
  if (newest === null) return isOff ? t.feed.noneOff : t.feed.none
  if (daysOld === 0) return undefined
  return isOff ? t.feed.off({ newest: day }) : t.feed.late({ newest: day })
}
