import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { CustomsFigure, customsRows, effectText, type CustomsRow } from '../rates/customs-rate.tsx'
import { boardQuery } from '../rates/rates-queries.ts'
import { useAuth } from '../session/stored-session.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { Card } from '../ui/card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import styles from './customs-page.module.css'

/** The customs rates of today, for everyone. */
export default function CustomsPage() {
  const { state } = useAuth()
  return (
    <>
      <PageTitle lead={t.customsRate.lead}>{t.screens.customs}</PageTitle>
      <Card
        title={t.customsRate.newest}
        aside={
          state === 'signed-in' && (
            <Link href="/enter?kind=customs">{t.sides.enter({ rate: t.rateNames.customs })}</Link>
          )
        }
      >
        <NewestRates />
      </Card>
    </>
  )
}

function NewestRates() {
  const query = useResponse(boardQuery(undefined, 'customs'))
  const rows = customsRows(query.data?.data)
  return (
    <ListStates query={query} rows={4} empty={rows.length === 0 && t.customsRate.none}>
      <Table
        caption={t.screens.customs}
        columns={[
          { title: t.rateSummary.currency },
          { title: t.dayRates.rate, numeric: true },
          { title: t.customsRate.effect },
          { title: t.customsRate.gazetteTerm, wide: true },
        ]}
      >
        {rows.map((row) => (
          <CurrencyRow key={row.currency} row={row} />
        ))}
      </Table>
    </ListStates>
  )
}

function CurrencyRow({ row }: { readonly row: CustomsRow }) {
  const { currency, gazette } = row
  return (
    <tr>
      <Cell heading>
        {currency} <span className={styles['name']}>{currencyName(currency)}</span>
      </Cell>
      <Cell numeric>
        <CustomsFigure row={row} />
      </Cell>
      <Cell>
        {effectText(row)}
        {gazette && (
          <span className={styles['gazette']}>{t.customsRate.gazette({ number: gazette })}</span>
        )}
      </Cell>
      <Cell wide>{gazette ?? '–'}</Cell>
    </tr>
  )
}
