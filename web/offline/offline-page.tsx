import { t } from '../../text/sentences.ts'
import { useRetry } from '../connection/retry.ts'
import { isOfflinePage } from '../page-context.ts'
import { serverResponds } from '../pages.tsx'
import { boardQuery } from '../rates/rates.ts'
import { PageTitle } from '../ui/page-title.tsx'
import LastBoard from './last-board.tsx'

export const loader = () => [boardQuery()]

/** The page that the service worker shows at an address of which it has no page. */
export function Component() {
  useRetry(async () => {
    if (!isOfflinePage()) return
    if (!(await serverResponds(location.href))) throw new Error('The server does not respond')
    location.reload()
  })
  return (
    <>
      <PageTitle lead={t.connection.updatesByItself}>{t.screens.offline}</PageTitle>
      <LastBoard dated />
    </>
  )
}
