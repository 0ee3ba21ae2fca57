import type { CalendarDate } from '../../domain/calendar-date.ts'
import { publisherName } from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { askedText } from '../converter/slip.tsx'
import { localAddress } from '../language.ts'
import { Address, Link } from '../link.tsx'
import { usePage } from '../page-context.ts'
import type { Known, Place } from '../load-page.ts'
import { usePlace } from '../pages.tsx'
import { Letterhead, PrintedNote } from '../ui/paper.tsx'
import { useResponse } from '../queries.ts'
import type { StripDays } from '../rates/day-strip.tsx'
import { citedAddress, rateHead } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
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
  readConverted,
} from './cited.ts'
import styles from './cited.module.css'
import { OtherDays } from './other-days.tsx'
import { usePrintedCode, type PrintedCode } from './printed-code.tsx'
import { Author, citationText, nameOrNone, NoRate, RateRecord } from './rate-record.tsx'

export { loader } from './cited.ts'

export function head(place: Place, known: Known) {
  const cited = known(citedQueries(readCitation(place), place.today).cited)?.data
  return rateHead(cited?.rate ? { ...cited, rate: cited.rate } : undefined)
}

export function Component() {
  const place = usePlace()
  const citation = readCitation(place)
  const { currency, date, knownAt } = citation
  const queries = citedQueries(citation, place.today)
  const query = useResponse(queries.cited)
  const days = useResponse(queries.days).data?.data
  const applied = useResponse(queries.applies).data?.data.date
  const { origin, providerName } = usePage()
  const cited = query.data?.data
  const isWithout =
    knownAt === undefined && (cited ? cited.rate === null : query.error?.status === 404)
  const converted = readConverted(citation)
  // A later correction may have given the day a rate of its own.
  const asked = applied === date ? citation.asked : undefined
  // The instant of printing would add what was stored since the page was read.
  const seen = knownAt ?? (cited?.as_of ? formatKnownAt(new Date(cited.as_of)) : undefined)
  const code = usePrintedCode((isPrinted) => {
    const at = isPrinted ? seen : knownAt
    return origin + localAddress(citedAddress({ ...citation, asked, knownAt: at }))
  })
  const sentence = cited && citationText(cited, providerName, converted, asked)
  const address = origin + localAddress(citedAddress({ ...citation, asked }))
  return (
    <>
      <Letterhead />
      <PageTitle aside={sentence && <Actions text={`${sentence} ${address}`} />}>
        {t.citedRate.title({
          currency,
          kind: cited?.kind,
          date,
          bank: cited?.publisher ? publisherName(cited.publisher) : 'none',
        })}
      </PageTitle>
      {!isWithout && <ConnectionNotice queries={[query]} />}
      <CitationNotes
        isUnread={citation.amount !== undefined && !converted}
        asked={citation.asked}
        applied={applied === date ? undefined : applied}
      />
      {!query.error && !cited && <Waiting />}
      <div className={styles['record']}>
        {isWithout && (
          <NoRate citation={citation} converted={converted} refusal={cited ? null : query.error} />
        )}
        {query.data && !isWithout && (
          <RateRecord
            cited={query.data}
            converted={converted}
            asked={asked && askedText(asked, reasonOn(days, asked), place.today)}
            code={code}
          />
        )}
        <div className="stack">
          {query.data && <SourceAndHistory cited={query.data} citation={citation} />}
          {sentence && <CitationCard sentence={sentence} address={address} />}
          <OtherDays citation={citation} days={days} counts={cited?.rate ? date : undefined} />
        </div>
      </div>
      <CodeNote code={code} hasRate={Boolean(cited?.rate)} />
    </>
  )
}

const reasonOn = (days: StripDays | undefined, day: CalendarDate) =>
  days?.missing?.find(({ date }) => date === day)?.reason

interface CitationCardProps {
  readonly sentence: string
  readonly address: string
}

function CitationCard({ sentence, address }: CitationCardProps) {
  return (
    <Card title={t.citedRate.citeAs}>
      <p>
        {sentence} <Address address={address} />
      </p>
    </Card>
  )
}

interface CodeNoteProps {
  readonly code: PrintedCode
  readonly hasRate: boolean
}

/** Asks for a scan only of a code that is on the paper. */
function CodeNote({ code: { at, address, encode }, hasRate }: CodeNoteProps) {
  const note = encode && hasRate ? t.print.check : undefined
  return at && <PrintedNote at={at} address={address} note={note} />
}

function Actions({ text }: { readonly text: string }) {
  return (
    <div className="buttons" data-screen-only>
      <CopyButton figure={text} kind="primary">
        {t.slip.copy}
      </CopyButton>
      <Button kind="quiet" onClick={() => print()}>
        {t.ui.print}
      </Button>
    </div>
  )
}

interface CitationNotesProps {
  readonly isUnread: boolean
  readonly asked: CalendarDate | undefined
  /** The day whose rate counts for the asked day instead. */
  readonly applied: CalendarDate | undefined
}

/** Names what is left out of the slip. */
function CitationNotes({ isUnread, asked, applied }: CitationNotesProps) {
  return (
    <div className="fields mb">
      {isUnread && <Notice kind="info">{t.converter.errors['not a number']}</Notice>}
      {asked && applied && (
        <Notice kind="warning">{t.slip.otherCounts({ asked, date: applied })}</Notice>
      )}
    </div>
  )
}

interface PartProps<Response> {
  readonly cited: Response
  readonly citation: Citation
}

const FEW_CHANGES = 3

function SourceAndHistory({ cited, citation }: PartProps<CitedResponse>) {
  const { revisions } = cited.data
  const { date } = citation
  const isSignedIn = useAuth().state === 'signed-in'
  const isFew = cited.total <= FEW_CHANGES
  return (
    <Card title={t.revisions.title} hideTitle>
      <Disclosure summary={t.revisions.title} open={isFew || citation.page > 1} data-printed>
        {revisions.length > 0 && <Revisions cited={cited} citation={citation} />}
        {isSignedIn && (
          <Link className="touch-target" href={`/auditlog?rate_from=${date}&rate_to=${date}`}>
            {t.citedRate.entries}
          </Link>
        )}
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
        columns={[
          when,
          what,
          { title: rate, numeric: true },
          { title: t.auditEntry.column, numeric: true },
        ]}
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
            <Cell numeric>{revision.entry ? <EntryNumber id={revision.entry.id} /> : '–'}</Cell>
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
