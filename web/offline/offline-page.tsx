import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatRecent, t } from '../../text/sentences.ts'
import { useRetry } from '../connection/connection.tsx'
import { isOfflinePage, keptAt, useToday } from '../page-context.ts'
import { serverResponds } from '../api.ts'
import { subscribeToNothing } from '../pages.tsx'
import { boardQuery, type Board } from '../rates/board.ts'
import { RatesCard } from '../rates/board-table.tsx'
import { PageTitle } from '../ui/card.tsx'

export const loader = () => [boardQuery()]

/** The service worker shows this page at an address of which it has no page. */
export function Component() {
  useRetry(async () => {
    if (!isOfflinePage()) return
    if (!(await serverResponds(location.href))) throw new Error('The server does not respond')
    location.reload()
  })
  return (
    <>
      <PageTitle lead={t.connection.updatesByItself}>{t.screens.offline}</PageTitle>
      <LastBoard />
    </>
  )
}

function LastBoard() {
  const last = useQueryClient().getQueryState<{ readonly data: Board }>(boardQuery().queryKey)
  const today = useToday()
  // Not in the server's page: it is rendered before the moment at which it is kept.
  const at = useSyncExternalStore(subscribeToNothing, keptAt, () => undefined)
  if (!last?.data) return null
  return (
    <RatesCard
      title={t.connection.lastRates}
      aside={at && <span className="fine-print">{formatRecent(at, today)}</span>}
      board={last.data.data}
    />
  )
}
