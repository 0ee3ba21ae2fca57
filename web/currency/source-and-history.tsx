import { formatRate, fromWire } from '../../domain/money.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { citedAddress } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { Card, Disclosure } from '../ui/card.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { ColomboMinute } from '../ui/time.tsx'
import type { Citation, Cited, CitedResponse } from './cited.ts'
import styles from './cited.module.css'
import { Author, nameOrNone } from './rate-record.tsx'

interface PartProps<Response> {
  readonly cited: Response
  readonly citation: Citation
}

const FEW_CHANGES = 3

export function SourceAndHistory({ cited, citation }: PartProps<CitedResponse>) {
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
      <p className="fine-print">{t.revisions.timeZone}</p>
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
