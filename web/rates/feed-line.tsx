import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { t } from '../../text/sentences.ts'
import { useResponse } from '../queries.ts'
import { Notice } from '../ui/notice.tsx'
import { feedQuery } from '../feed-query.ts'

interface FeedLineProps {
  /** Everything that is shown with a source. */
  readonly shown: readonly ({ readonly source: RateSource | null } | undefined)[]
}

/**
 * Says how far the rates go where the feed is silent or cannot be read; a warning where a shown
 * rate is of the sample.
 */
export function FeedLine({ shown }: FeedLineProps) {
  const feed = useResponse(feedQuery()).data?.data
  const sample = shown.some((each) => each?.source === 'sample')
  if (!feed || !(sample || feed.failing || feed.publisher_error)) return null
  return (
    <Notice kind={sample ? 'warning' : 'info'} quiet>
      <p>
        {sample && <strong>{t.feed.sample}</strong>}
        {stateSentence(feed, sample)}
        {sample && t.feed.sampleRates}
        {sample && (feed.feed ? t.feed.feedFollows : t.feed.noFeed)}
      </p>
    </Notice>
  )
}

type Feed = ResponseOf<'GET /api/exchange-rate/feed'>['data']

function stateSentence(state: Feed, sample: boolean): string {
  const { feed, newest_date: newest, failing, sample: hasSample } = state
  // The newest day of a sample that is not shown says nothing about what is.
  const asOf = hasSample && !sample ? '' : newest ? t.feed.asOf({ newest }) : t.feed.noRates
  const source = failing
    ? failureText(state)
    : feed && !sample
      ? t.feed.feed({ name: t.sourceNames[feed] })
      : ''
  const [first = '', ...more] = [asOf, source, pagesText(state)].filter(Boolean).join('; ')
  return t.feed.sentence({ clauses: first.toUpperCase() + more.join('') })
}

function failureText({ publisher_error: error }: Feed): string {
  return error === 'unknown layout' ? t.feed.changedFeed : t.feed.failing
}

function pagesText({ publisher_error: error, via, failing }: Feed): string {
  if (!error || failing) return ''
  return `${t.feed.pages[error]}${via ? t.feed.byFrankfurter : ''}`
}
