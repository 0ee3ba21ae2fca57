import type { ResponseBody } from '../../contract/endpoint.ts'
import { commitImport, listImports, previewImport, undoImport } from '../../contract/imports.ts'
import { call } from '../api.ts'
import { queryOf } from '../queries.ts'
import { EarlierImports } from './import-history.tsx'
import { ImportOptions, type ImportChoice } from './import-options.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportSource } from './import-source.tsx'
import styles from './rate-import.module.css'
import { RATE_ROWS } from './rate-rows.tsx'
import { useImport, type ImportCalls } from './use-import.ts'

const CALLS: ImportCalls<ImportChoice, ResponseBody<typeof previewImport>['data']> = {
  preview: async (body, options) => (await call(previewImport, { body }, options)).data,
  commit: async (body, options) => {
    const { message, data } = await call(commitImport, { body }, options)
    return { id: data.id, message }
  },
  undo: async (id, options) => (await call(undoImport, { params: { id: String(id) } }, options)).message,
  features: ['rates', 'entries'],
}

/** A block of rates at once: shown row by row with a verdict, then imported whole or not at all, and undone with one press. */
export default function RateImport() {
  const state = useImport<ImportChoice, ResponseBody<typeof previewImport>['data']>({}, CALLS)
  const { looking, importing, undoing } = state
  const { text, choice, preview } = looking
  return (
    <div className={styles['import']}>
      <ImportSource
        key={state.round}
        label="Rows with a date, a currency and a rate"
        hint="Paste them from a spreadsheet, or drop a CSV or XLSX file here."
        placeholder={'2026-09-29, USD, 301.2500\n29 Sep 2026, GBP, 405.1000'}
        fileLabel="File with rates"
        closed={importing.busy}
        onText={state.begin}
        onNothing={looking.forget}
      />
      {text !== undefined && (
        <ImportOptions
          choice={choice}
          ambiguous={preview?.rows.find(({ verdict }) => verdict === 'ambiguous')?.given}
          onChoice={(chosen) => void looking.look(text, chosen)}
        />
      )}
      <ImportOutcome state={state} />
      {preview && (
        <ImportPreview
          kind={RATE_ROWS}
          preview={preview}
          busy={importing.busy}
          onImport={(reason) => void importing.run(reason)}
        />
      )}
      <EarlierImports
        query={queryOf('entries', listImports, {})}
        nameRows={(rows) => (rows === 1 ? '1 rate' : `${rows.toLocaleString('en')} rates`)}
        busy={undoing.busy}
        onUndo={(id) => void undoing.run(id)}
      />
    </div>
  )
}
