import { ACCOUNTING_FORMATS } from '../../domain/integrations.ts'
import { t } from '../../text/sentences.ts'
import { addressOf, BASE } from '../api.ts'
import { Menu } from '../ui/menu.tsx'
import { historyInput, type CurrencyChoice } from './history-queries.ts'

/**
 * The rates of the period shown as files, for spreadsheets, accounting programs and feed readers.
 */
export function DownloadMenu({ choice }: { choice: CurrencyChoice }) {
  const input = historyInput(choice)
  const { params, query } = input
  const fileOf = (format: (typeof ACCOUNTING_FORMATS)[number]) =>
    addressOf('GET /api/export/:file', { params: { file: `${params.currency}.${format}` }, query })
  return (
    <Menu name={t.ui.download}>
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/history.csv', input)} download>
        CSV
      </a>
      <a href={BASE + addressOf('GET /api/exchange-rate/:currency/history.xlsx', input)} download>
        XLSX
      </a>
      {ACCOUNTING_FORMATS.map((format) => (
        <a key={format} href={BASE + fileOf(format)} download>
          {t.download.programs[format]}
        </a>
      ))}
      <a
        href={
          BASE +
          addressOf('GET /feed/:currency.atom', {
            params,
            query: { kind: query.kind, publisher: query.publisher },
          })
        }
      >
        {t.download.atom}
      </a>
    </Menu>
  )
}
