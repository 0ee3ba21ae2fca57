import { useId } from 'react'
import { QUOTES, type Quotes } from '../../domain/imports/headings.ts'
import { readTable, type TableRow } from '../../domain/pasted-table.ts'
import { listed } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
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
      <div className="fields">
        <div>
          <h3 id={id} className="title">
            {t.rateImport.quotesQuestion}
          </h3>
          <p className="muted">{t.rateImport.quotesHeadings({ headings: listed(headings) })}</p>
        </div>
        <div className={styles['answers']}>
          {QUOTES.map((each, at) => (
            <Button key={each} kind={at === 0 ? 'primary' : 'quiet'} onClick={() => onAnswer(each)}>
              <span>
                <strong>{t.rateImport.quotes[each]}</strong>
                <span className="second-line">{t.rateImport.quotesHints[each]}</span>
              </span>
            </Button>
          ))}
        </div>
      </div>
      <FirstRows text={text} headings={headings} />
    </section>
  )
}

const FIRST_ROWS = 6

/** The first rows of a sheet as they are, with the words marked that a question is about. */
function FirstRows({ text, headings }: Pick<SheetQuestionProps, 'text' | 'headings'>) {
  const rows: TableRow[] = []
  for (const row of readTable(text, { keepLong: true })) if (rows.push(row) === FIRST_ROWS) break
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const isAsked = (cell: string) => cell !== '' && headings.some((each) => each.includes(cell))
  return (
    <div className={styles['sheet']} role="region" aria-label={t.import.firstRows} tabIndex={0}>
      <table>
        <caption>{t.import.firstRows}</caption>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              {Array.from({ length: width }, (_, at) => (
                <td key={at} data-number={/^[\d,]+(\.\d+)?$/.test(cells[at] ?? '') || undefined}>
                  {isAsked(cells[at] ?? '') ? <mark>{cells[at]}</mark> : cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
