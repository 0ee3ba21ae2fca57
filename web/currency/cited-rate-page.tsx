import type { ReactNode } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { publisherName } from '../../domain/series.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import type { ConvertedRate } from '../converter/conversion.ts'
import { askedText, Reason } from '../converter/slip.tsx'
import { localAddress } from '../language.ts'
import { Address, Link } from '../link.tsx'
import { usePage } from '../page-context.ts'
import type { Known, Place } from '../load-page.ts'
import { usePlace } from '../pages.tsx'
import { Letterhead, PrintedNote } from '../ui/paper.tsx'
import { useResponse } from '../queries.ts'
import type { StripDays } from '../rates/day-strip.tsx'
import { citedAddress, rateHead } from '../rates/rates.ts'
import { Button, buttonClass, CopyButton } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Waiting } from '../ui/waiting.tsx'
import {
  type Citation,
  type Cited,
  citedQueries,
  formatKnownAt,
  readCitation,
  readConverted,
} from './cited.ts'
import styles from './cited.module.css'
import { OtherDays } from './other-days.tsx'
import { usePrintedCode, type PrintedCode } from './printed-code.tsx'
import { citationText, OtherRate, RateRecord } from './rate-record.tsx'
import { SourceAndHistory } from './source-and-history.tsx'

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
  const applies = useResponse(queries.applies)
  const applied = applies.data?.data.date
  const cited = query.data?.data
  const isRefused = query.error?.mayPass === false
  const isWithout = knownAt === undefined && (cited ? cited.rate === null : isRefused)
  const other = isWithout ? applied : undefined
  const converted = readConverted(citation)
  // A later correction may have given the day a rate of its own.
  const asked = applied === date ? citation.asked : undefined
  const day = citation.asked ?? date
  const reason = reasonOn(citation, days, day)
  const askedFor = askedText(day, reason, place.today)
  const { code, sentence } = useCitation(citation, cited, asked)
  return (
    <>
      <Letterhead />
      <PageTitle
        lead={other && <Reason asked={day} counts={other} reason={reason} />}
        aside={
          sentence ? (
            <Actions text={`${sentence} ${code.address}`} />
          ) : (
            other && <CiteOther citation={citation} applied={other} />
          )
        }
      >
        {titleText(citation, cited ?? applies.data?.data)}
      </PageTitle>
      {!isWithout && <ConnectionNotice queries={[query]} />}
      <CitationNotes
        citation={citation}
        applied={isWithout || applied === date ? undefined : applied}
      >
        {cited && applied === date && <RateNow citation={citation} cited={cited} />}
      </CitationNotes>
      {!query.error && !cited && <Waiting />}
      <div className={styles['record']}>
        {isWithout && (
          <OtherRate currency={currency} applies={applies} converted={converted} asked={askedFor} />
        )}
        {query.data && !isWithout && (
          <RateRecord
            cited={query.data}
            converted={converted}
            asked={asked && askedFor}
            code={code}
          />
        )}
        <div className="stack">
          {query.data && <SourceAndHistory cited={query.data} citation={citation} />}
          {sentence && <CitationCard sentence={sentence} address={code.address} />}
          <OtherDays citation={citation} days={days} counts={cited?.rate ? date : other} />
        </div>
      </div>
      <CodeNote code={code} hasRate={Boolean(cited?.rate)} />
    </>
  )
}

function titleText(
  { currency, date }: Citation,
  rate:
    (Pick<ConvertedRate, 'kind'> & { readonly publisher?: string | null | undefined }) | undefined,
): string {
  return t.citedRate.title({
    currency,
    kind: rate?.kind,
    date,
    bank: rate?.publisher ? publisherName(rate.publisher) : 'none',
  })
}

/** No day of a schedule of customs rates is missing. */
function reasonOn({ kind }: Citation, days: StripDays | undefined, day: CalendarDate) {
  const missing = kind === 'customs' ? [] : days?.missing
  return missing?.find(({ date }) => date === day)?.reason
}

/** Undefined: no sentence, because there is no rate. */
function useCitation(citation: Citation, cited: Cited | undefined, asked: Citation['asked']) {
  const { origin, providerName } = usePage()
  // The instant of now would add what was stored since the page was read.
  const seen = cited?.as_of ? formatKnownAt(new Date(cited.as_of)) : undefined
  const knownAt = citation.knownAt ?? seen
  const code = usePrintedCode(origin + localAddress(citedAddress({ ...citation, asked, knownAt })))
  const sentence = cited && citationText(cited, providerName, readConverted(citation), asked)
  return { code, sentence }
}

interface CiteOtherProps {
  readonly citation: Citation
  readonly applied: CalendarDate
}

/** Leads to the page of the rate that counts for the day. */
function CiteOther({ citation, applied }: CiteOtherProps) {
  const { date, asked = date } = citation
  const address = { ...citation, date: applied, asked: applied < asked ? asked : undefined }
  return (
    <Link className={buttonClass()} href={citedAddress(address)} data-screen-only>
      {t.citedRate.open({ day: formatWeekdayAndDay(applied) })}
    </Link>
  )
}

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
  readonly citation: Citation
  /** The day whose rate counts for the asked day instead. */
  readonly applied: CalendarDate | undefined
  readonly children: ReactNode
}

/** Names what is left out of the slip. */
function CitationNotes({ citation, applied, children }: CitationNotesProps) {
  const { amount, asked } = citation
  return (
    <div className="fields mb">
      {amount !== undefined && !readConverted(citation) && (
        <Notice kind="info">{t.converter.errors['not a number']}</Notice>
      )}
      {asked && applied && (
        <Notice kind="warning">{t.slip.otherCounts({ asked, date: applied })}</Notice>
      )}
      {children}
    </div>
  )
}

interface RateNowProps {
  readonly citation: Citation
  readonly cited: Cited
}

/** Leads from a rate that was corrected since to the one that counts. */
function RateNow({ citation, cited }: RateNowProps) {
  const { applies } = citedQueries(citation, usePlace().today)
  const now = useResponse(applies).data?.data
  if (citation.knownAt === undefined || !now || now.rate === cited.rate) return null
  return (
    <Notice kind="warning">
      <Link href={citedAddress({ ...citation, knownAt: undefined })}>
        {t.knownAt.knownNow}: {formatRate(fromWire(now.rate))}
      </Link>
    </Notice>
  )
}
