import { useQueryClient } from '@tanstack/react-query'
import { requestImport } from '../../contract/admin.ts'
import type { InstallationState } from '../../contract/schema/admin.schema.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { adminText } from '../text/en/work/admin.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { Facts } from '../ui/list/facts.tsx'

const instant = (at: string | null) => (at === null ? adminText.never : <ColomboTime instant={at} />)

/** How the feed is, with a button that fetches now. */
export function FeedCard({ state: { feed, sample } }: { readonly state: InstallationState }) {
  const client = useQueryClient()
  const due = feed?.due ?? false
  const requesting = useAction(async () => {
    const { message } = await call(requestImport, {})
    showToast({ text: message })
    refresh(client, 'admin')
  })
  return (
    <Card
      title={adminText.feed}
      aside={
        feed && (
          <Button
            kind="quiet"
            busy={requesting.busy || due}
            busyText={adminText.fetching}
            onClick={() => void requesting.run()}
          >
            {adminText.fetchNow}
          </Button>
        )
      }
    >
      {requesting.error && <Notice kind="error">{requesting.error.message}</Notice>}
      <Facts
        facts={[
          [adminText.source, feed ? SOURCE_NAMES[feed.name] : adminText.feedOff],
          ...(feed ? feedFacts(feed) : []),
          [adminText.sample, sample ? adminText.sampleShown : adminText.sampleNotShown],
        ]}
      />
    </Card>
  )
}

const feedFacts = (feed: NonNullable<InstallationState['feed']>) =>
  [
    [adminText.lastTry, instant(feed.last_try_at)],
    [adminText.lastSuccess, instant(feed.last_success_at)],
    [adminText.nextTry, feed.due ? adminText.fetching : instant(feed.next_try_at)],
    [adminText.error, feed.error],
    [adminText.publisher, feed.publisher_error && adminText.publisherErrors[feed.publisher_error]],
  ] as const
