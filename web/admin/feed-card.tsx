import { useQueryClient } from '@tanstack/react-query'
import type { InstallationState } from '../../contract/admin.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboMinute } from '../ui/colombo-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { Facts } from '../ui/list/facts.tsx'

const instant = (at: string | null) =>
  at === null ? t.admin.never : <ColomboMinute instant={at} />

/** How the feed is, with a button that fetches now. */
export function FeedCard({ state: { feed, sample } }: { readonly state: InstallationState }) {
  const client = useQueryClient()
  const due = feed?.due ?? false
  const requesting = useAction(async () => {
    const { message } = await call('POST /api/admin/feed/import', {})
    showToast({ text: message })
    refresh(client, 'admin')
  })
  return (
    <Card
      title={t.admin.feed}
      aside={
        feed && (
          <Button
            kind="quiet"
            busy={requesting.busy || due}
            busyText={t.admin.fetching}
            onClick={() => void requesting.run()}
          >
            {t.admin.fetchNow}
          </Button>
        )
      }
    >
      {requesting.error && <Notice kind="error">{requesting.error.message}</Notice>}
      <Facts
        facts={[
          [t.admin.source, feed ? t.sourceNames[feed.name] : t.admin.feedOff],
          ...(feed ? feedFacts(feed) : []),
          [t.admin.sample, sample ? t.admin.sampleShown : null],
        ]}
      />
    </Card>
  )
}

const feedFacts = (feed: NonNullable<InstallationState['feed']>) =>
  [
    [t.admin.lastTry, instant(feed.last_try_at)],
    [t.admin.lastSuccess, instant(feed.last_success_at)],
    [t.admin.nextTry, feed.due ? t.admin.fetching : instant(feed.next_try_at)],
    [t.admin.error, feed.error],
    [t.admin.publisher, feed.publisher_error && t.admin.publisherErrors[feed.publisher_error]],
  ] as const
