import { listImports } from '../../contract/imports.ts'
import { queryOf } from '../queries.ts'
import { RATE_IMPORT } from '../text/en/work/imports.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { EarlierImports, ImportOutcome } from './import-outcome.tsx'
import { ImportOptions, type ImportChoice } from './import-options.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportSource } from './import-source.tsx'
import { RATE_IMPORT_CALLS, type ImportPreviewData, RATE_ROWS } from './rate-rows.tsx'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { RowChoices } from './row-choices.tsx'
import { useImport } from './use-import.ts'
import { allRatesCsv, allRatesXlsx } from '../../contract/rates/rate-history.ts'
import type { RateKind } from '../../domain/series.ts'
import { addressOf, BASE } from '../api.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './rate-import.module.css'

/** A block of rates at once: shown row by row with a verdict, then imported whole or not at all, and undone with one press. */
export default function RateImport() {
  const state = useImport<ImportChoice, ImportPreviewData>({}, RATE_IMPORT_CALLS)
  const { looking } = state
  const { text, choice, preview } = looking
  return (
    <div className="fields">
      <ImportSource
        key={state.round}
        state={state}
        texts={RATE_IMPORT}
        onText={(rows) => state.begin(rows, forOtherRows(choice, rows))}
      />
      <RateFiles kind={choice.kind} />
      {text !== undefined && (
        <ImportOptions
          choice={choice}
          ambiguous={preview?.rows.find(({ verdict }) => verdict === 'ambiguous')?.given}
          proven={preview?.table?.date_order ?? undefined}
          onChoice={(chosen) => void looking.look(text, chosen)}
        />
      )}
      <ImportOutcome state={state} />
      {text !== undefined && preview?.table && (
        <ColumnMapping
          columns={preview.table.columns}
          // Nothing else can help then.
          open={preview.rows.every(({ verdict }) => verdict === 'wrong')}
          onColumns={(columns) => {
            rememberColumns(text, columns)
            void looking.look(text, forOtherRows(choice, text, columns))
          }}
        />
      )}
      <ImportPreview kind={RATE_ROWS} state={state}>
        {text !== undefined && preview?.table && (
          <RowChoices
            preview={preview}
            table={preview.table}
            choice={choice}
            onChoice={(chosen) => void looking.look(text, chosen)}
          />
        )}
      </ImportPreview>
      <EarlierImports
        query={queryOf('entries', listImports, {})}
        nameRows={RATE_IMPORT.nameRows}
        state={state}
      />
    </div>
  )
}

/** What was said holds for the next rows too, except what was said of single rows, and of columns under other headings. */
function forOtherRows(
  { currency, kind, date_order }: ImportChoice,
  rows: string,
  columns = rememberedColumns(rows),
): ImportChoice {
  return { currency, kind, date_order, columns }
}

const LAYOUTS = ['wide', 'long'] as const

/** The rates that are known now as files that can be imported. */
function RateFiles({ kind }: { readonly kind: RateKind | undefined }) {
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
                  className="tap"
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
