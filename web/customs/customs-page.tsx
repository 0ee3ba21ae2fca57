import { formatDay, currencyName, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { CustomsFigure, customsRows, type CustomsRow } from '../rates/customs-rate.tsx'
import { boardQuery } from '../rates/rates-queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { ListStates } from '../ui/list/list-states.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import styles from './customs-page.module.css'

/** The customs rates of today, for everyone. */
export default function CustomsPage() {
  const query = useResponse(boardQuery(undefined, 'customs'))
  const rows = customsRows(query.data?.data)
  const isSignedIn = useAuth().state === 'signed-in'
  const enter = (className?: string) => (
    <Link href="/enter?kind=customs" className={className}>
      {t.sides.enter({ rate: t.rateNames.customs })}
    </Link>
  )
  return (
    <>
      <PageTitle lead={t.customsRate.lead}>{t.screens.customs}</PageTitle>
      <Card
        title={t.customsRate.newest}
        isTitleHeard={query.data !== undefined && rows.length === 0}
        aside={isSignedIn && rows.length > 0 && enter()}
      >
        <ListStates query={query} rows={4}>
          {rows.length > 0 ? (
            <RateTable rows={rows} />
          ) : (
            query.data && (
              <div className="fields">
                <p className="title">{t.customsRate.none}</p>
                <p className="buttons">
                  {isSignedIn && enter(buttonClass('primary'))}
                  <a
                    href="https://www.customs.gov.lk/"
                    rel="noreferrer"
                    className={buttonClass('quiet')}
                  >
                    {t.customsRate.site}
                  </a>
                </p>
              </div>
            )
          )}
        </ListStates>
      </Card>
    </>
  )
}

function RateTable({ rows }: { readonly rows: readonly CustomsRow[] }) {
  return (
    <Table
      caption={t.screens.customs}
      columns={[
        { title: t.rateSummary.currency },
        { title: t.dayRates.rate, numeric: true },
        { title: t.customsRate.from },
        { title: t.customsRate.to },
        { title: t.customsRate.gazetteTerm, wide: true },
      ]}
    >
      {rows.map((row) => (
        <CurrencyRow key={row.currency} row={row} />
      ))}
    </Table>
  )
}

function CurrencyRow({ row }: { readonly row: CustomsRow }) {
  const { currency, gazette, effective_from: from, effective_to: to, days_left: left } = row
  const isLate = row.overdue || !row.in_effect
  return (
    <tr>
      <Cell heading>
        {currency}
        <span className={classNames('fine-print', styles['name'])}>{currencyName(currency)}</span>
        {gazette && (
          <span className={classNames('fine-print', styles['gazette'])}>
            {t.customsRate.gazette({ number: gazette })}
          </span>
        )}
      </Cell>
      <Cell numeric>
        <CustomsFigure row={row} />
      </Cell>
      <Cell>
        <p className={styles['day']}>{formatDay(from)}</p>
      </Cell>
      <Cell>
        <p className={styles['day']}>{to ? formatDay(to) : '–'}</p>
        {isLate ? (
          <Badge tone="warning">{t.customsRate.late}</Badge>
        ) : (
          to && <p className="fine-print">{t.customsRate.daysLeft({ days: left ?? 0 })}</p>
        )}
      </Cell>
      <Cell wide>{gazette ?? '–'}</Cell>
    </tr>
  )
}
