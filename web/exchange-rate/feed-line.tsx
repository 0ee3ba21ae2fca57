import { feedState } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { SOURCE_NAMES } from '../../domain/exchange-rate.ts'
import { useAnswer } from '../query.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './feed-line.module.css'

/** How far the rates go, where they come from, and whether the feed is silent. */
export function FeedLine() {
  const feed = useAnswer(feedState, {}).data?.data
  if (!feed) return <p className={styles['line']}>&nbsp;</p>
  const asOf = feed.newest_date ? `Rates as of ${formatDay(feed.newest_date)}` : 'There are no rates yet'
  const silent = feed.failing ? '; the feed has not answered' : ''
  if (feed.sample || feed.failing)
    return (
      <Notice kind={feed.sample ? 'warning' : 'info'} quiet>
        <p>
          {feed.sample && <strong>Sample: </strong>}
          {asOf}
          {silent}.{feed.sample && ' These are real rates of a few past days; they give way to the feed’s.'}
        </p>
      </Notice>
    )
  return (
    <p className={styles['line']}>
      {asOf}
      {feed.feed && `; feed: ${SOURCE_NAMES[feed.feed]}`}.
    </p>
  )
}
