import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { CustomsRate, customsRows } from '../rates/customs-rate.tsx'
import { boardQuery } from '../rates/rates-queries.ts'
import { t } from '../../text/sentences.ts'
import { Card } from '../ui/card.tsx'
import { ListFaces } from '../ui/list/list-faces.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Cell, Table } from '../ui/list/table.tsx'

const newestQuery = () => boardQuery(undefined, 'customs')

export const loader = () => [newestQuery()]

/** The customs rates of today. */
export default function CustomsPage() {
  return (
    <>
      <PageTitle lead={t.customs.lead}>{t.screens.customs}</PageTitle>
      <Card
        title={t.customs.newestTitle}
        aside={<Link href="/enter?kind=customs">{t.customs.enterTitle}</Link>}
      >
        <NewestRates />
      </Card>
    </>
  )
}

function NewestRates() {
  const query = useResponse(newestQuery())
  const rows = customsRows(query.data?.data)
  return (
    <ListFaces query={query} rows={4} empty={rows.length === 0 && t.customs.none}>
      <Table
        caption={t.customs.newestCaption}
        columns={[{ title: t.customs.columns.currency }, { title: t.customs.columns.rate }]}
      >
        {rows.map((row) => (
          <tr key={row.currency}>
            <Cell heading>{row.currency}</Cell>
            <Cell>
              <CustomsRate row={row} />
            </Cell>
          </tr>
        ))}
      </Table>
    </ListFaces>
  )
}
