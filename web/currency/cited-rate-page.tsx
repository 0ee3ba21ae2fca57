import { withQuery } from '../api.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { seriesName } from '../../text/names.ts'
import { useTitle, useToday } from '../page-context.ts'
import { seriesOf } from '../../domain/series.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { ratesAddress } from '../rates/rates-queries.ts'
import { sideOfKind } from '../rates/side.ts'
import { useLocation, usePlace } from '../router.tsx'
import { useAuth } from '../session/stored-session.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Waiting } from '../ui/waiting.tsx'
import styles from './cited-rate-page.module.css'
import { citationOf, citedAddress, citedQuery, type Citation } from './history-queries.ts'
import { NoRate } from './no-rate.tsx'
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
  // As known now; what was known at an instant is shown as it was.
  const isWithout =
    citation.knownAt === undefined && (cited ? cited.rate === null : query.error?.status === 404)
  useTitle(cited?.rate ? rateSentence({ ...cited, rate: cited.rate }) : undefined)
  return (
    <>
      <PageTitle lead={t.citedRate.lead({ currency, date })}>
        {t.citedRate.title({
          what: cited ? seriesName(seriesOf(cited.currency, cited.kind)) : currency,
          date,
        })}
      </PageTitle>
      {!isWithout && <ConnectionNotice queries={[query]} />}
      {!query.error && !cited && <Waiting />}
      {isWithout && !cited && <NoRate citation={citation} refusal={query.error} />}
      {cited && (
        <div className={styles['parts']}>
          {isWithout ? (
            <NoRate citation={citation} refusal={null} />
          ) : (
            <RateRecord cited={cited} path={citedAddress(path, citation)} citation={citation} />
          )}
          <RevisionList
            cited={query.data}
            addressOf={(page) => citedAddress(path, citation, page)}
          />
          <KnownAtForm path={path} citation={citation} onChoose={go} />
        </div>
      )}
      <DayLinks citation={citation} />
      <p className={styles['ways']} data-screen-only>
        <Link className="tap" href={ratesAddress({ base: currency, date, side })}>
          {t.citedRate.weekBefore}
        </Link>
        <Link className="tap" href={withQuery(`/rates/${currency}`, { side })}>
          {t.citedRate.history({ currency })}
        </Link>
        {state === 'signed-in' && (
          <Link className="tap" href={`/auditlog?rate_from=${date}&rate_to=${date}`}>
            {t.citedRate.entries}
          </Link>
        )}
      </p>
    </>
  )
}

/** The day before and the day after, whether or not they have a rate of their own. */
function DayLinks({ citation }: { citation: Citation }) {
  const { currency, date } = citation
  const today = useToday()
  const to = (day: CalendarDate) => citedAddress(`/rates/${currency}/${day}`, citation)
  const [before, after] = [addDays(date, -1), addDays(date, 1)]
  return (
    <nav className={styles['ways']} aria-label={t.citedRate.days} data-screen-only>
      <Link className="tap" rel="prev" href={to(before)}>
        ← {formatWeekdayAndDay(before)}
      </Link>
      {after <= today && (
        <Link className="tap" rel="next" href={to(after)}>
          {formatWeekdayAndDay(after)} →
        </Link>
      )}
    </nav>
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
      <Card title={t.knownAt.title}>
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
          <Field label={t.knownAt.label} name="known_at">
            {(control) => (
              <input
                {...control}
                key={knownAt}
                type="datetime-local"
                defaultValue={knownAt}
                required
              />
            )}
          </Field>
          <Button type="submit" kind="quiet">
            {t.knownAt.show}
          </Button>
        </form>
        {knownAt !== undefined && (
          <p>
            <Link href={citedAddress(path, { kind, knownAt: undefined })}>
              {t.knownAt.knownNow}
            </Link>
          </p>
        )}
      </Card>
    </div>
  )
}
