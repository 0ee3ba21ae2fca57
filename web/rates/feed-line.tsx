import type { ResponseBody } from '../../contract/endpoint.ts'
import type { feedState } from '../../contract/rates.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { SOURCE_NAMES, type RateSource } from '../../domain/rate-precedence.ts'
import { useResponse } from '../queries.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './feed-line.module.css'
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
  if (!feed) return <p className={styles['line']}>&nbsp;</p>
  const sample = shown.some((each) => each?.source === 'sample')
  if (sample || feed.failing || feed.publisher_error)
    return (
      <Notice kind={sample ? 'warning' : 'info'} quiet>
        <p>
          {sample && <strong>Sample: </strong>}
          {stateSentence(feed, sample)}
          {sample &&
            ` ${opensOnSample ? 'This is the newest week of the sample:' : 'These are'} real rates of past days. `}
          {sample && sampleSentence(feed)}
        </p>
      </Notice>
    )
  return <p className={styles['line']}>{stateSentence(feed, sample)}</p>
}

type Feed = ResponseBody<typeof feedState>['data']

function stateSentence(state: Feed, sample: boolean): string {
  const { feed, newest_date: newest, failing, sample: hasSample } = state
  // The newest day of a sample that is not shown says nothing about what is.
  const asOf =
    hasSample && !sample ? '' : newest ? `Rates as of ${formatDay(newest)}` : 'There are no rates yet'
  const source = failing ? failureText(state) : feed && !sample ? `feed: ${SOURCE_NAMES[feed]}` : ''
  const text = [asOf, source, pagesText(state)].filter(Boolean).join('; ') || 'Rates entered by hand'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function failureText({ publisher_error: error }: Feed): string {
  return error === 'unknown layout'
    ? 'the feed’s page has changed and cannot be read'
    : 'the feed has not answered'
}

function pagesText({ publisher_error: error, via, failing }: Feed): string {
  if (!error || failing) return ''
  const what = error === 'unreachable' ? 'does not answer' : 'has changed and cannot be read'
  return `one of its pages ${what}${via ? ', so the indicative rates come by Frankfurter' : ''}`
}

function sampleSentence({ feed }: Feed): string {
  return feed ? 'The rates of the feed will replace them.' : 'No feed is set up: enter today’s rates by hand.'
}
