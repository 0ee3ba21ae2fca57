import { formatRate, fromWire } from '../../domain/money.ts'
import { capitalised } from '../../text/names.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import {
  customsAddress,
  type CustomsRow,
  customsRows,
  effectTexts,
} from '../rates/customs-rate.tsx'
import { boardQuery } from '../rates/board-queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { Sentence } from '../ui/sentence.tsx'

export const loader = () => [boardQuery(undefined, 'customs')]

/** The customs rates of today, for everyone. */
export function Component() {
  const query = useResponse(boardQuery(undefined, 'customs'))
  const rows = customsRows(query.data?.data)
  const isSignedIn = useAuth().state === 'signed-in'
  const common = new Set(rows.map(keyOf)).size === 1 ? rows[0] : undefined
  const isEmpty = query.data !== undefined && rows.length === 0
  const enter = isSignedIn && (
    <Link href="/enter?kind=customs" className={isEmpty ? buttonClass() : undefined}>
      {t.sides.enter({ rate: t.rateNames.customs })}
    </Link>
  )
  return (
    <div className="one-column">
      <PageTitle lead={t.customsRate.lead}>{t.screens.customs}</PageTitle>
      <Card
        title={
          isEmpty ? t.customsRate.none : common ? <Effect row={common} /> : t.customsRate.newest
        }
        lead={isEmpty ? <Sentence text={t.customsRate.noneWhy} site={SITE} /> : gazetteOf(common)}
        aside={!isEmpty && enter}
      >
        <ListStates query={query} rows={4}>
          {isEmpty
            ? enter
            : rows.length > 0 && <RateTable rows={rows} isOfOne={common !== undefined} />}
        </ListStates>
      </Card>
    </div>
  )
}

const HOST = 'www.customs.gov.lk'
const SITE = <a href={`https://${HOST}/`}>{HOST}</a>

/** The same for rates that one gazette has for the same days. */
const keyOf = (row: CustomsRow) => [...effectTexts(row), row.gazette, row.document].join()

/** `16 Nov 2026 to 22 Nov 2026`, marked with `3 days left`. */
function Effect({ row }: { readonly row: CustomsRow }) {
  const [days, left] = effectTexts(row).map(capitalised)
  return (
    <>
      {days} {left && <Badge tone="success">{left}</Badge>}
    </>
  )
}

function gazetteOf(row: CustomsRow | undefined) {
  if (!row?.gazette) return undefined
  const text = t.customsRate.gazette({ number: row.gazette })
  return row.document ? <a href={row.document}>{text}</a> : text
}

interface RateTableProps {
  readonly rows: readonly CustomsRow[]
  /** Whether what is to be known of them is said once of all. */
  readonly isOfOne: boolean
}

function RateTable({ rows, isOfOne }: RateTableProps) {
  return (
    <Table
      caption={t.screens.customs}
      columns={[{ title: t.rateSummary.currency }, { title: t.customsRate.column, numeric: true }]}
    >
      {rows.map((row) => (
        <tr key={row.currency}>
          <Cell heading>
            <Link href={customsAddress(row)}>
              <strong>{row.currency}</strong>
            </Link>{' '}
            <span className="fine-print">{currencyName(row.currency)}</span>
            {!isOfOne && (
              <span className="second-line">
                <Effect row={row} /> {gazetteOf(row)}
              </span>
            )}
          </Cell>
          <Cell numeric>
            <span className="title">{formatRate(fromWire(row.rate))}</span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
