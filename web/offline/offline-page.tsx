import { t } from '../../text/sentences.ts'
import { PageTitle } from '../ui/page-title.tsx'
import LastBoard from './last-board.tsx'

/**
 * What the service worker shows at an address that it has no page of, until the product has started
 * and says which page is missing (BrokenScreen).
 */
export default function OfflinePage() {
  return (
    <>
      <PageTitle lead={t.connection.updatesByItself}>{t.screens.offline}</PageTitle>
      <LastBoard />
    </>
  )
}
