import { useState } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import { viewSheet } from '../../domain/imports/mapping.ts'
import { t } from '../../text/sentences.ts'
import { Menu } from '../ui/menu.tsx'
import { isRead } from './lines.tsx'
import type { OpenSheet } from './use-sheet.ts'

export type CopiedColumn<Row> = readonly [
  name: keyof typeof t.rateCheck.copies,
  textOf: (row: Row) => string,
]

interface CopyColumnProps<Row> {
  readonly open: OpenSheet
  readonly lines: readonly Line[]
  /** One for each line that was read, in the same order. */
  readonly rows: readonly Row[]
  readonly columns: readonly CopiedColumn<Row>[]
}

/** Copies one line for each row of the sheet, so that it can be pasted beside the first row. */
export function CopyColumn<Row>({ open, lines, rows, columns }: CopyColumnProps<Row>) {
  const [status, setStatus] = useState('')
  const copy = ([name, textOf]: CopiedColumn<Row>) => {
    const texts = sheetColumn(open, lines.filter(isRead), rows.map(textOf))
    // Undefined unless the page is a secure context.
    const clipboard = navigator.clipboard as Clipboard | undefined
    const column = t.rateCheck.copies[name]
    const done = () => setStatus(t.rateCheck.copied({ column, count: texts.length }))
    const refuse = () => setStatus(t.ui.clipboardClosed)
    if (clipboard) clipboard.writeText(texts.join('\n')).then(done, refuse)
    else refuse()
  }
  return (
    <>
      <Menu name={t.rateCheck.copy}>
        {columns.map((column) => (
          <button
            key={column[0]}
            type="button"

            data-closes
            onClick={() => copy(column)}
          >
            {t.rateCheck.copies[column[0]]}
          </button>
        ))}
      </Menu>
      <span role="status" className="fine-print">
        {status}
      </span>
    </>
  )
}

/** A row of the sheet without a result has an empty line. */
export function sheetColumn(
  { file, mapping }: Pick<OpenSheet, 'file' | 'mapping'>,
  read: readonly Pick<Line, 'row'>[],
  texts: readonly string[],
): string[] {
  const { firstRow, grid } = viewSheet(file.grid, mapping)
  const byRow = new Map(read.map(({ row }, at) => [row, texts[at] ?? '']))
  return grid.rows.slice(firstRow).map((_, at) => byRow.get(firstRow + at + 1) ?? '')
}
