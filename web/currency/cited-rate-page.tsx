import { withQuery } from '../api.ts'
import { useTitle } from '../page-context.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/en/names.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { ratesAddress } from '../rates/rates-queries.ts'
import { sideOfKind } from '../rates/side.ts'
import { useLocation, usePlace } from '../router.tsx'
import { useAuth } from '../session/stored-session.ts'
import { citedRateText } from '../text/en/cited-rate.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Waiting } from '../ui/waiting.tsx'
import styles from './cited-rate-page.module.css'
import { certificateAddress, citationOf, citedAddress, citedQuery } from './history-queries.ts'
import { KnownAtForm } from './known-at-form.tsx'
import { RateRecord } from './rate-record.tsx'
import { RevisionList } from './revision-list.tsx'

/** The rate of one day at an address that stays: to cite, to print, to see how it came about. */
export default function CitedRatePage() {
  const [path, go] = useLocation()
  const citation = citationOf(usePlace())
  const { currency, date, kind } = citation
  const side = sideOfKind(kind)
  const { state } = useAuth()
  const query = useResponse(citedQuery(citation))
  const cited = query.data?.data
  useTitle(cited?.rate ? rateSentence({ ...cited, rate: cited.rate }) : undefined)
  return (
    <>
      <PageTitle lead={citedRateText.lead(currency, date)}>
        {citedRateText.title(cited ? seriesName(seriesOf(cited.currency, cited.kind)) : currency, date)}
      </PageTitle>
      <ConnectionNotice queries={[query]} />
      {!query.error && !cited && <Waiting />}
      {cited && (
        <div className={styles['parts']}>
          <RateRecord
            cited={cited}
            path={citedAddress(path, citation)}
            certificate={certificateAddress(citation)}
          />
          <RevisionList cited={query.data} addressOf={(page) => citedAddress(path, citation, page)} />
          <KnownAtForm path={path} citation={citation} onChoose={go} />
        </div>
      )}
      <p className={styles['ways']} data-screen-only>
        <Link href={ratesAddress({ base: currency, date, side })}>{citedRateText.weekBefore}</Link>
        <Link href={withQuery(`/rates/${currency}`, { side })}>{citedRateText.history(currency)}</Link>
        {state === 'signed-in' && (
          <Link href={`/auditlog?rate_from=${date}&rate_to=${date}`}>{citedRateText.entries}</Link>
        )}
      </p>
    </>
  )
}
