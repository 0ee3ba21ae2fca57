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
import { citedRateText, knownAtText } from '../text/en/cited-rate.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Waiting } from '../ui/waiting.tsx'
import styles from './cited-rate-page.module.css'
import { certificateAddress, citationOf, citedAddress, citedQuery, type Citation } from './history-queries.ts'
import { RateRecord } from './rate-record.tsx'
import { RevisionList } from './revision-list.tsx'
import { localAddress } from '../language/page-language.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/form/field.tsx'

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
        <Link className="tap" href={ratesAddress({ base: currency, date, side })}>
          {citedRateText.weekBefore}
        </Link>
        <Link className="tap" href={withQuery(`/rates/${currency}`, { side })}>
          {citedRateText.history(currency)}
        </Link>
        {state === 'signed-in' && (
          <Link className="tap" href={`/auditlog?rate_from=${date}&rate_to=${date}`}>
            {citedRateText.entries}
          </Link>
        )}
      </p>
    </>
  )
}

interface KnownAtFormProps {
  readonly path: string
  readonly citation: Citation
  readonly onChoose: (address: string) => void
}

/** Asks for the rate as it was known at an instant. A plain form: it works without scripts too. */
function KnownAtForm({ path, citation, onChoose }: KnownAtFormProps) {
  const { kind, knownAt } = citation
  return (
    <div data-screen-only>
      <Card title={knownAtText.title}>
        <form
          action={localAddress(path)}
          method="get"
          className={styles['knownAt']}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('known_at')
            onChoose(
              citedAddress(path, {
                kind,
                knownAt: typeof typed === 'string' && typed !== '' ? typed : undefined,
              }),
            )
          }}
        >
          {kind && <input type="hidden" name="kind" value={kind} />}
          <Field label={knownAtText.label} name="known_at">
            {(control) => (
              <input {...control} key={knownAt} type="datetime-local" defaultValue={knownAt} required />
            )}
          </Field>
          <Button type="submit" kind="quiet">
            {knownAtText.show}
          </Button>
        </form>
        {knownAt !== undefined && (
          <p>
            <Link href={citedAddress(path, { kind, knownAt: undefined })}>{knownAtText.knownNow}</Link>
          </p>
        )}
      </Card>
    </div>
  )
}
