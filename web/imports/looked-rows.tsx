import { publishers } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { DateOrderChoice, RateOptions } from './import-options.tsx'
import styles from './import.module.css'
import { ImportPreview } from './import-preview.tsx'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { NothingRead, RowChoices, SkippedRows } from './row-choices.tsx'
import { SheetQuestion } from './sheet-question.tsx'
import type { ImportChoice, ImportPreviewData, ImportState, RateChoice } from './use-import.ts'

/** The rows as they were understood, with what can be said about them before they are imported. */
export default function LookedRows({ state }: { readonly state: ImportState }) {
  const { looking } = state
  const { text, choice, preview } = looking
  if (text === undefined) return null
  if ('gazette' in choice) return <ImportPreview state={state} />
  if ('scope' in choice)
    return (
      <ImportPreview state={state}>
        <DateOrderChoice
          order={choice.date_order}
          ambiguous={ambiguousRow(state)}
          onOrder={(date_order) => void looking.look(text, { ...choice, date_order })}
        />
      </ImportPreview>
    )
  const look = (chosen: RateChoice) => void looking.look(text, chosen)
  const { question, table, rows = [] } = preview ?? {}
  const isNothing = rows.length === 0 && preview && !question
  return (
    <>
      {question && (
        <SheetQuestion
          text={text}
          headings={question.headings}
          onAnswer={(quotes) => look({ ...choice, quotes })}
        />
      )}
      {isNothing && <NothingRead unused={table?.unused}>{t.rateImport.nothingRead}</NothingRead>}
      {preview && !question && !isNothing && (
        <ImportPreview state={state}>
          {table && <RowChoices {...{ preview, table, choice }} onChoice={look} />}
          <DateOrderChoice
            order={choice.date_order}
            ambiguous={ambiguousRow(state)}
            proven={table?.date_order ?? undefined}
            onOrder={(date_order) => look({ ...choice, date_order })}
          />
          {publishers().length > 0 && (
            <div className={styles['subject']}>
              <BankSelect
                value={publisherOf(choice, preview)}
                onValue={(id) => look({ ...choice, publisher: id || null })}
              />
            </div>
          )}
        </ImportPreview>
      )}
      {table && !question && <SkippedRows skipped={table.skipped} />}
      {!question && (
        <ColumnMapping
          columns={table?.columns ?? []}
          // Nothing else can help then.
          open={preview !== undefined && rows.every(({ verdict }) => verdict === 'wrong')}
          onColumns={(columns) => {
            rememberColumns(text, columns)
            look({ ...ofNextRows(choice, text), publisher: choice.publisher, columns })
          }}
        >
          {table?.columns.length === 0 && <p>{t.rateImport.turned}</p>}
          <RateOptions choice={choice} onChoice={look} />
        </ColumnMapping>
      )}
    </>
  )
}

/** The bank that is chosen or, as long as nothing is, the one that the title names. */
const publisherOf = ({ publisher }: RateChoice, preview: ImportPreviewData) =>
  (publisher === undefined ? preview.publisher : publisher) ?? ''

/** A row whose date could be two. */
const ambiguousRow = ({ looking }: ImportState) =>
  looking.preview?.rows.find(({ verdict }) => verdict === 'ambiguous')?.given

/**
 * What was said of rates holds for the next rows too, except what was said of single rows, and of
 * columns under other headings.
 */
export function ofNextRows(before: ImportChoice, rows: string): RateChoice {
  const { currency, kind, date_order } = before as RateChoice
  return { currency, kind, date_order, columns: rememberedColumns(rows) }
}
