import { allRatesCsv, allRatesXlsx } from '../../contract/rates/rate-history.ts'
import type { RateKind } from '../../domain/series.ts'
import { addressOf, BASE } from '../api.ts'
import { RATE_IMPORT } from '../text/en/work/imports.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './rate-import.module.css'

const LAYOUTS = ['wide', 'long'] as const

/** The rates that are known now as files that can be imported. */
export function RateFiles({ kind }: { readonly kind: RateKind | undefined }) {
  return (
    <Disclosure summary={RATE_IMPORT.files} className={styles['files']}>
      <p>{RATE_IMPORT.filesHint}</p>
      <ul>
        {LAYOUTS.map((layout) => (
          <li key={layout}>
            {RATE_IMPORT.fileNames[layout]}:
            <span>
              {[
                { format: 'CSV', endpoint: allRatesCsv },
                { format: 'XLSX', endpoint: allRatesXlsx },
              ].map(({ format, endpoint }) => (
                <a
                  key={format}
                  href={BASE + addressOf(endpoint, { querystring: { layout, kind } })}
                  aria-label={`${RATE_IMPORT.fileNames[layout]}, ${format}`}
                  download
                >
                  {format}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
