import { useResponse } from '../queries.ts'
import { CustomsRate, customsRows } from '../rates/customs-rate.tsx'
import { boardQuery } from '../rates/rates-queries.ts'
import { ApprovalNotice } from '../session/approval-notice.tsx'
import { CUSTOMS } from '../text/en/work/customs.ts'
import { Card } from '../ui/card.tsx'
import { ListFaces } from '../ui/list/list-faces.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { CustomsImport, customsImportsQuery } from './customs-import.tsx'
import { screensText } from '../text/en/screens.ts'
import styles from './customs-page.module.css'

const newestQuery = () => boardQuery(undefined, 'customs')

export const loader = () => [newestQuery(), customsImportsQuery()]

/** The customs rates of today, and where the week's schedule is entered. */
export default function CustomsPage() {
  return (
    <>
      <PageTitle lead={CUSTOMS.lead}>{screensText.customs}</PageTitle>
      <ApprovalNotice />
      <div className="stack">
        <Card title={CUSTOMS.newestTitle}>
          <NewestRates />
        </Card>
        <Card title={CUSTOMS.enterTitle}>
          <CustomsImport />
        </Card>
      </div>
    </>
  )
}

function NewestRates() {
  const query = useResponse(newestQuery())
  const rows = customsRows(query.data?.data)
  const room = query.data ? rows.length === 0 && styles['none'] : !query.error && styles['waiting']
  return (
    <div className={room || undefined}>
      <ListFaces query={query} rows={4} empty={rows.length === 0 && CUSTOMS.none}>
        <Table
          caption={CUSTOMS.newestCaption}
          columns={[{ title: CUSTOMS.columns.currency }, { title: CUSTOMS.columns.rate }]}
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
    </div>
  )
}
