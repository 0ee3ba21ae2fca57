import { useId } from 'react'
import { QUOTES, type Quotes } from '../../domain/imports/headings.ts'
import { readTable, type TableRow } from '../../domain/pasted-table.ts'
import { listed } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { bringIntoView } from './import-outcome.tsx'
import styles from './import.module.css'

interface SheetQuestionProps {
  readonly text: string
  /** The headings that say buying or selling of nobody knows what. */
  readonly headings: readonly string[]
  readonly onAnswer: (quotes: Quotes) => void
}

/** The one question before any preview, beside the rows that ask it: what these are rates of. */
export function SheetQuestion({ text, headings, onAnswer }: SheetQuestionProps) {
  const id = useId()
  return (
    <section ref={bringIntoView} tabIndex={-1} className={styles['question']} aria-labelledby={id}>
      <div>
        <h3 id={id} className="title">
          {t.rateImport.quotesQuestion}
        </h3>
        <p className="muted">{t.rateImport.quotesHeadings({ headings: listed(headings) })}</p>
      </div>
      <FirstRows text={text} headings={headings} />
      <div className="fields">
        {QUOTES.map((each) => (
          <Button key={each} kind="quiet" onClick={() => onAnswer(each)}>
            <span>
              <strong>{t.rateImport.quotes[each]}</strong>
              <span className="second-line">{t.rateImport.quotesHints[each]}</span>
            </span>
          </Button>
        ))}
      </div>
    </section>
  )
}

const FIRST_ROWS = 6

/** The first rows of a sheet as they are, with the words marked that a question is about. */
function FirstRows({ text, headings }: Pick<SheetQuestionProps, 'text' | 'headings'>) {
  const rows: TableRow[] = []
  for (const row of readTable(text, { keepLong: true })) if (rows.push(row) === FIRST_ROWS) break
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) =>
    rows.some(({ cells }) => /^[\d,]+(\.\d+)?$/.test(cells[at] ?? '')),
  )
  const isAsked = (cell = '') => cell !== '' && headings.some((each) => each.includes(cell))
  return (
    <Table
      caption={t.import.firstRows}
      columns={columns.map((numeric, at) => ({
        title: t.rateImport.column({ index: at + 1, heading: null, sample: null }),
        numeric,
      }))}
    >
      {rows.map(({ line, cells }) => (
        <tr key={line}>
          {columns.map((numeric, at) => (
            <Cell key={at} numeric={numeric}>
              {isAsked(cells[at]) ? <Badge tone="info">{cells[at]}</Badge> : cells[at]}
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  )
}
