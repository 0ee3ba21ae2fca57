import { rateExport } from '../../contract/integrations.ts'
import { EXPORT_FORMATS } from '../../domain/integrations/export-name.ts'
import { addressOf, BASE } from '../api.ts'
import { downloadText as TEXT } from '../text/en/integrations.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './download-menu.module.css'
import { historyInput, type CurrencyChoice } from './history-queries.ts'

/** The rates of the period shown as files for accounting programs. */
export function DownloadMenu({ choice }: { choice: CurrencyChoice }) {
  const { params, querystring } = historyInput(choice)
  return (
    <Disclosure summary={TEXT.title} className={styles['menu']}>
      <p>{TEXT.what(params.currency)}</p>
      <ul className={styles['files']}>
        {EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <a
              href={
                BASE +
                addressOf(rateExport, { params: { file: `${params.currency}.${format}` }, querystring })
              }
              className={styles['file']}
              download
            >
              {TEXT.programs[format]}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
