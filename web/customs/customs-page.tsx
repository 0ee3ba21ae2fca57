import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { capitalised } from '../../text/names.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { customsAddress, customsRows, effectText, type CustomsRow } from '../rates/customs-rate.tsx'
import { boardQuery } from '../rates/board-queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { Sentence } from '../ui/sentence.tsx'

/** The customs rates of today, for everyone. */
export default function CustomsPage() {
  const query = useResponse(boardQuery(undefined, 'customs'))
  const rows = customsRows(query.data?.data)
  const isSignedIn = useAuth().state === 'signed-in'
  const [about, ...others] = new Set(rows.map(aboutOf))
  const isOfOne = about !== undefined && others.length === 0
  const isEmpty = query.data !== undefined && rows.length === 0
  const enter = isSignedIn && (
    <Link href="/enter?kind=customs" className={isEmpty ? buttonClass() : undefined}>
      {t.sides.enter({ rate: t.rateNames.customs })}
    </Link>
  )
  return (
    <>
      <PageTitle lead={t.customsRate.lead}>{t.screens.customs}</PageTitle>
      <Card
        title={isEmpty ? t.customsRate.none : isOfOne ? about : t.customsRate.newest}
        lead={isEmpty ? <Sentence text={t.customsRate.noneWhy} site={SITE} /> : undefined}
        aside={!isEmpty && enter}
      >
        <ListStates query={query} rows={4}>
          {isEmpty ? enter : rows.length > 0 && <RateTable rows={rows} isOfOne={isOfOne} />}
        </ListStates>
      </Card>
    </>
  )
}

const HOST = 'www.customs.gov.lk'
const SITE = (
  <a href={`https://${HOST}/`} rel="noreferrer">
    {HOST}
  </a>
)

/** `16 Nov 2026 to 22 Nov 2026, 3 days left. Gazette 2500/01.` */
function aboutOf(row: CustomsRow): string {
  const gazette = row.gazette && ` ${t.customsRate.gazette({ number: row.gazette })}.`
  return `${capitalised(effectText(row))}.${gazette ?? ''}`
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
      columns={[{ title: t.rateSummary.currency }, { title: t.dayRates.rate, numeric: true }]}
    >
      {rows.map((row) => (
        <tr key={row.currency}>
          <Cell heading>
            <Link href={customsAddress(row)}>
              <strong>{row.currency}</strong>
            </Link>{' '}
            <span className="fine-print">{currencyName(row.currency)}</span>
            {!isOfOne && <span className="second-line">{aboutOf(row)}</span>}
          </Cell>
          <Cell numeric>
            <span className="title">{formatRate(fromWire(row.rate))}</span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
