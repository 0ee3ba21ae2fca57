import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { DEFAULT_KIND, publisherName } from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatDayOfWeek, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import { usePage, useToday } from '../page-context.ts'
import type { Known, Place } from '../load-page.ts'
import { navigate, usePlace } from '../pages.tsx'
import { useResponse } from '../queries.ts'
import { choiceParams, citedAddress, rateHead } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card, Disclosure, Mark, PageTitle } from '../ui/card.tsx'
import { Field, readFields } from '../ui/form/form.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { ColomboMinute } from '../ui/time.tsx'
import { Waiting } from '../ui/waiting.tsx'
import {
  type Citation,
  type Cited,
  citedQueries,
  type CitedResponse,
  formatKnownAt,
  readCitation,
} from './cited.ts'
import styles from './currency.module.css'
import { PrintedCode } from './printed-code.tsx'
import { Author, citationText, nameOrNone, NoRate, RateRecord } from './rate-record.tsx'

export { loader } from './cited.ts'

export function head(place: Place, known: Known) {
  const cited = known(citedQueries(readCitation(place)).cited)?.data
  return rateHead(cited?.rate ? { ...cited, rate: cited.rate } : undefined)
}

export function Component() {
  const citation = readCitation(usePlace())
  const { currency, date } = citation
  const query = useResponse(citedQueries(citation).cited)
  const cited = query.data?.data
  const isWithout =
    citation.knownAt === undefined && (cited ? cited.rate === null : query.error?.status === 404)
  return (
    <>
      <Letterhead />
      <PageTitle aside={<DayLinks citation={citation} />}>
        {t.citedRate.title({
          currency,
          kind: cited?.kind,
          date,
          bank: cited?.publisher ? publisherName(cited.publisher) : 'none',
        })}
      </PageTitle>
      {!isWithout && <ConnectionNotice queries={[query]} />}
      {!query.error && !cited && <Waiting />}
      <div className="stack">
        {isWithout && <NoRate citation={citation} refusal={cited ? null : query.error} />}
        {cited && !isWithout && <Record cited={cited} citation={citation} />}
        {query.data && <SourceAndHistory cited={query.data} citation={citation} />}
      </div>
    </>
  )
}

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

interface PartProps<Response> {
  readonly cited: Response
  readonly citation: Citation
}

function Record({ cited, citation }: PartProps<Cited>) {
  const { origin, providerName } = usePage()
  const { knownAt } = citation
  const addressWith = (at: string | undefined) =>
    origin + localAddress(citedAddress({ ...citation, knownAt: at }))
  const addressAt = (instant: Date) => addressWith(knownAt ?? formatKnownAt(instant))
  const text = citationText(cited, providerName, addressWith(knownAt))
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

const FEW_CHANGES = 3

function SourceAndHistory({ cited, citation }: PartProps<CitedResponse>) {
  const { entry, revisions } = cited.data
  const { date } = citation
  const isSignedIn = useAuth().state === 'signed-in'
  const isFew = cited.total <= FEW_CHANGES
  return (
    <Card title={t.revisions.title} hideTitle>
      <Disclosure
        summary={t.revisions.title}
        open={isFew || citation.knownAt !== undefined || citation.page > 1}
        data-printed
      >
        {revisions.length > 0 && <Revisions cited={cited} citation={citation} />}
        <div className={`spread below ${styles['proof']}`}>
          <KnownAtForm citation={citation} />
          {isSignedIn && (
            <Link className="touch-target" href={`/auditlog?rate_from=${date}&rate_to=${date}`}>
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

function Revisions({ cited, citation }: PartProps<CitedResponse>) {
  const { current_page: page, last_page: lastPage, per_page: perPage, total } = cited
  const { revisions } = cited.data
  const first = (page - 1) * perPage + 1
  const { caption, when, what, rate } = t.revisions
  return (
    <>
      <Table
        caption={caption}
        columns={[when, what, { title: rate, numeric: true }, t.auditEntry.column]}
        stacks
        className={styles['revisions']}
      >
        {revisions.toReversed().map((revision) => (
          <Row key={revision.version}>
            <Cell>
              <ColomboMinute instant={revision.at} />
            </Cell>
            <Cell>
              <RevisionText cited={cited.data} revision={revision} />
            </Cell>
            <Cell numeric>
              {revision.rate === null ? '–' : formatRate(fromWire(revision.rate))}
            </Cell>
            <Cell>{revision.entry ? <EntryNumber id={revision.entry.id} /> : '–'}</Cell>
          </Row>
        ))}
      </Table>
      {lastPage > 1 && (
        <p className="buttons">
          <span className="fine-print">
            {t.revisions.changes({ first, last: first + revisions.length - 1, total })}
          </span>
          {page > 1 && (
            <Link href={citedAddress(citation, Math.min(page - 1, lastPage))}>
              {t.revisions.newer}
            </Link>
          )}
          {page < lastPage && (
            <Link href={citedAddress(citation, page + 1)}>{t.revisions.older}</Link>
          )}
        </p>
      )}
      <p className="fine-print">{t.revisions.timeZone}</p>
    </>
  )
}

interface RevisionTextProps {
  readonly cited: Cited
  readonly revision: Cited['revisions'][number]
}

/** The change in force has the author of the rate. */
function RevisionText({ cited, revision }: RevisionTextProps) {
  const { source, rate, corrected, by } = revision
  const state = rate === null ? 'withdrawn' : corrected ? 'corrected' : 'none'
  const text = (user: string) => t.revisions.change({ source, state, user })
  const isInForce = source === 'manual' && revision.at === cited.since
  return isInForce ? <Author cited={cited}>{text}</Author> : text(nameOrNone(by))
}

function EntryNumber({ id }: { readonly id: number }) {
  const { state } = useAuth()
  const text = t.auditEntry.number({ id })
  return state === 'signed-in' ? <Link href={`/auditlog?entry=${id}`}>{text}</Link> : text
}

function DayLinks({ citation }: { readonly citation: Citation }) {
  const { currency, date, kind = DEFAULT_KIND, publisher } = citation
  const today = useToday()
  const addressOf = (day: CalendarDate) => citedAddress({ ...citation, date: day })
  const [before, after] = [addDays(date, -1), addDays(date, 1)]
  return (
    <nav className="wrap" aria-label={t.citedRate.days} data-screen-only>
      <div className="buttons">
        <Link className={buttonClass('quiet')} rel="prev" href={addressOf(before)}>
          ‹ {formatDayOfWeek(before)}
        </Link>
        {after <= today && (
          <Link className={buttonClass('quiet')} rel="next" href={addressOf(after)}>
            {formatDayOfWeek(after)} ›
          </Link>
        )}
      </div>
      <Link
        className="touch-target"
        href={withQuery(`/rates/${currency}`, choiceParams({ kind, publisher }))}
      >
        {t.citedRate.history({ currency })}
      </Link>
    </nav>
  )
}

/** Without scripts a plain GET form. */
function KnownAtForm({ citation }: { readonly citation: Citation }) {
  const { currency, date, kind, publisher, knownAt } = citation
  return (
    <div data-screen-only>
      <form
        action={localAddress(citedAddress({ currency, date }))}
        method="get"
        className={`spread ${styles['proof']}`}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = readFields(event.currentTarget)['known_at']
          void navigate(citedAddress({ ...citation, knownAt: typed || undefined }))
        }}
      >
        {kind && <input type="hidden" name="kind" value={kind} />}
        {publisher && <input type="hidden" name="publisher" value={publisher} />}
        <Field
          key={knownAt}
          label={t.knownAt.label}
          name="known_at"
          type="datetime-local"
          defaultValue={knownAt}
          required
        />
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
