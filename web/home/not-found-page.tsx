import { t } from '../../text/sentences.ts'
import { RatesInstead } from '../rates/rates-card.tsx'

/** What an address shows that leads nowhere. */
export default function NotFoundPage() {
  return <RatesInstead title={t.notFound.title} lead={t.notFound.lead} />
}
