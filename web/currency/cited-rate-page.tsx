import type { PageHead } from '../../contract/page-data.ts'
import type { Known, Place } from '../pages.tsx'
import { rateHead } from '../rates/page-head.ts'
import { citedLoader } from './history-queries.ts'
import { navigate, usePlace } from '../pages.tsx'
import { useCallback } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { publisherName } from '../../domain/series.ts'
import { formatDayAndMonth, t, weekdayName } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { localAddress } from '../language/page-language.ts'
import { Link } from '../link.tsx'
import { Mark } from '../layout.tsx'
import { usePage, useTitle, useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { citedAddress, sideOfKind } from '../rates/side.ts'
import { useAuth } from '../session/stored-session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field, textsOf } from '../ui/form/field.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Waiting } from '../ui/waiting.tsx'
import styles from './cited-rate-page.module.css'
import { citationOf, citedQuery, knownAtOf, type Citation } from './history-queries.ts'
import { NoRate } from './no-rate.tsx'
import { PrintedCode } from './printed-code.tsx'
import { citationText, RateRecord } from './rate-record.tsx'
import { RevisionList } from './revision-list.tsx'

type Cited = ResponseOf<'GET /api/exchange-rate/:currency/on/:date'>

export const loader = citedLoader

export function head(place: Place, known: Known): PageHead {
  const cited = known(citedQuery(citationOf(place)))?.data
  return rateHead(cited?.rate ? { ...cited, rate: cited.rate } : undefined)
}

/** The rate of one day at an address that stays: to cite, to print, to see how it came about. */
export function Component() {
  const citation = citationOf(usePlace())
  const { currency, date } = citation
  const query = useResponse(citedQuery(citation))
  const cited = query.data?.data
  // As known now; what was known at an instant is shown as it was.
  const isWithout =
    citation.knownAt === undefined && (cited ? cited.rate === null : query.error?.status === 404)
  useTitle(cited?.rate ? rateSentence({ ...cited, rate: cited.rate }) : undefined)
  return (
    <>
      <Letterhead />
      <PageTitle aside={<DayLinks citation={citation} />}>
        {cited?.publisher && `${publisherName(cited.publisher)}: `}
        {t.citedRate.title({ currency, kind: cited?.kind, date })}
      </PageTitle>
      {!isWithout && <ConnectionNotice queries={[query]} />}
      {!query.error && !cited && <Waiting />}
      {isWithout && !cited && <NoRate citation={citation} refusal={query.error} />}
      {query.data && (
        <div className="stack">
          {isWithout ? (
            <NoRate citation={citation} refusal={null} />
          ) : (
            <Record cited={query.data.data} citation={citation} />
          )}
          <SourceAndHistory cited={query.data} citation={citation} />
        </div>
      )}
    </>
  )
}

/** Whose paper it is. */
function Letterhead() {
  const { origin, providerName } = usePage()
  return (
    <p className={styles['letterhead']} data-paper-only>
      <Mark />
      <strong>{providerName}</strong>
      <span>{origin.replace(/^https?:\/\//, '')}</span>
    </p>
  )
}

interface PartProps<Of> {
  readonly cited: Of
  readonly citation: Citation
}

/** The rate with its citation and, on paper, the code that leads to it as it was known then. */
function Record({ cited, citation }: PartProps<Cited['data']>) {
  const { origin, providerName } = usePage()
  const { currency, date, kind, publisher, knownAt } = citation
  const addressOf = (at: string | undefined) =>
    origin + localAddress(citedAddress({ ...citation, knownAt: at }))
  const addressAt = useCallback(
    (instant: Date) => addressOf(knownAt ?? knownAtOf(instant)),
    [origin, currency, date, kind, publisher, knownAt],
  )
  const text = citationText(cited, providerName, addressOf(knownAt))
  return (
    <>
      <RateRecord cited={cited} citation={text} />
      {text !== undefined && (
        <PrintedCode addressAt={addressAt}>
          <p>{citationText(cited, providerName)}</p>
          {cited.entry && <p className="breakable">SHA-256 {cited.entry.hash}</p>}
        </PrintedCode>
      )}
    </>
  )
}

/** How the rate came about, for those who ask. */
function SourceAndHistory({ cited, citation }: PartProps<Cited>) {
  const { entry } = cited.data
  const { date } = citation
  const isSignedIn = useAuth().state === 'signed-in'
  return (
    <Card title={t.revisions.title} isTitleHeard>
      <Disclosure
        summary={t.revisions.title}
        open={citation.knownAt !== undefined || citation.page > 1}
        data-printed
      >
        <RevisionList cited={cited} addressOf={(page) => citedAddress(citation, page)} />
        <div className={styles['proof']}>
          <KnownAtForm citation={citation} onChoose={navigate} />
          {isSignedIn && (
            <Link className="tap" href={`/auditlog?rate_from=${date}&rate_to=${date}`}>
              {t.citedRate.entries}
            </Link>
          )}
          {entry && (
            <p className="fine-print breakable" data-screen-only>
              SHA-256 {entry.hash}
            </p>
          )}
        </div>
      </Disclosure>
    </Card>
  )
}

/** The day before and the day after, whether or not they have a rate of their own. */
function DayLinks({ citation }: { citation: Citation }) {
  const { currency, date, kind, publisher } = citation
  const today = useToday()
  const to = (day: CalendarDate) => citedAddress({ ...citation, date: day })
  const [before, after] = [addDays(date, -1), addDays(date, 1)]
  return (
    <nav className="wrap" aria-label={t.citedRate.days} data-screen-only>
      <div className="buttons">
        <Link className={buttonClass('quiet')} rel="prev" href={to(before)}>
          ‹ {weekdayName(before)} {formatDayAndMonth(before)}
        </Link>
        {after <= today && (
          <Link className={buttonClass('quiet')} rel="next" href={to(after)}>
            {weekdayName(after)} {formatDayAndMonth(after)} ›
          </Link>
        )}
      </div>
      <Link
        className="tap"
        href={withQuery(`/rates/${currency}`, { side: sideOfKind(kind), publisher })}
      >
        {t.citedRate.history({ currency })}
      </Link>
    </nav>
  )
}

interface KnownAtFormProps {
  readonly citation: Citation
  readonly onChoose: (address: string) => void
}

/** Asks for the rate as it was known at an instant. A plain form: it works without scripts too. */
function KnownAtForm({ citation, onChoose }: KnownAtFormProps) {
  const { currency, date, kind, publisher, knownAt } = citation
  return (
    <div data-screen-only>
      <form
        action={localAddress(citedAddress({ currency, date }))}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = textsOf(event.currentTarget)['known_at']
          onChoose(citedAddress({ ...citation, knownAt: typed || undefined }))
        }}
      >
        {kind && <input type="hidden" name="kind" value={kind} />}
        {publisher && <input type="hidden" name="publisher" value={publisher} />}
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
          {t.rates.show}
        </Button>
      </form>
      {knownAt !== undefined && (
        <p>
          <Link href={citedAddress({ ...citation, knownAt: undefined })}>{t.knownAt.knownNow}</Link>
        </p>
      )}
    </div>
  )
}
