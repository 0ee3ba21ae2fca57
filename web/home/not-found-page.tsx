import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { RatesList } from '../rates/rates-list.tsx'
import { boardQuery } from '../rates/rates-queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** What an address shows that leads nowhere. */
export default function NotFoundPage() {
  return (
    <>
      <PageTitle lead={t.notFound.lead}>{t.notFound.title}</PageTitle>
      <p className="buttons above">
        <Link href="/rates" className={buttonClass()}>
          {t.notFound.viewRates}
        </Link>
        <Link href="/" className={buttonClass('quiet')}>
          {t.notFound.home}
        </Link>
      </p>
      <Card title={t.home.rates}>
        <RatesList board={useResponse(boardQuery()).data?.data} />
      </Card>
    </>
  )
}
