import type { ResponseBody } from '../../contract/endpoint.ts'
import type { feedState } from '../../contract/rates/rates.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { useResponse } from '../queries.ts'
import { feedText } from '../text/en/feed.ts'
import { Notice } from '../ui/notice.tsx'
import { feedQuery } from './rates-queries.ts'

interface FeedLineProps {
  /** Everything that is shown with a source. */
  readonly shown: readonly ({ readonly source: RateSource | null } | undefined)[]
  /** Whether the week up to the sample's last day is shown in place of today's. */
  readonly opensOnSample?: boolean
}

/** How far the rates go, where they come from, and whether the feed is silent; a warning where a shown rate is of the sample. */
export function FeedLine({ shown, opensOnSample = false }: FeedLineProps) {
  const feed = useResponse(feedQuery()).data?.data
  if (!feed) return <p className="fine-print">&nbsp;</p>
  const sample = shown.some((each) => each?.source === 'sample')
  if (sample || feed.failing || feed.publisher_error)
    return (
      <Notice kind={sample ? 'warning' : 'info'} quiet>
        <p>
          {sample && <strong>{feedText.sample}</strong>}
          {stateSentence(feed, sample)}
          {sample && (opensOnSample ? feedText.sampleWeek : feedText.sampleRates)}
          {sample && (feed.feed ? feedText.feedFollows : feedText.noFeed)}
        </p>
      </Notice>
    )
  return <p className="fine-print">{stateSentence(feed, sample)}</p>
}

type Feed = ResponseBody<typeof feedState>['data']

function stateSentence(state: Feed, sample: boolean): string {
  const { feed, newest_date: newest, failing, sample: hasSample } = state
  // The newest day of a sample that is not shown says nothing about what is.
  const asOf = hasSample && !sample ? '' : newest ? feedText.asOf(newest) : feedText.noRates
  const source = failing ? failureText(state) : feed && !sample ? feedText.feed(SOURCE_NAMES[feed]) : ''
  const clauses = [asOf, source, pagesText(state)].filter(Boolean)
  return feedText.sentence(clauses.length > 0 ? clauses : [feedText.byHand])
}

function failureText({ publisher_error: error }: Feed): string {
  return error === 'unknown layout' ? feedText.changedFeed : feedText.failing
}

function pagesText({ publisher_error: error, via, failing }: Feed): string {
  if (!error || failing) return ''
  return `${feedText.pages[error]}${via ? feedText.byFrankfurter : ''}`
}
