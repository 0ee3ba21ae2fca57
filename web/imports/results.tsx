import { useState, type ReactNode } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { t } from '../../text/sentences.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Menu } from '../ui/menu.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { useFirstRows } from '../ui/table.tsx'
import type { SheetWork } from '../work-tabs.tsx'
import { isRead, LineList, LinesHead } from './lines.tsx'
import type { OpenSheet } from './use-sheet.ts'

export interface ResultProps<Data> {
  readonly data: Data
  readonly lines: readonly Line[]
  readonly open: OpenSheet
  readonly save: () => Promise<void>
  readonly onColumns: () => void
}
type Sheet = Omit<ResultProps<unknown>, 'data'>

/** Lines that need a look because they have no result. */
export const findOpenLines = (lines: readonly Line[]): readonly Line[] =>
  lines.filter((line) => !isRead(line) && !line.isUnused)

interface ResultSectionProps extends Pick<Sheet, 'lines'> {
  readonly work: SheetWork
  readonly head: ReactNode
  readonly children?: ReactNode
}

/** Shows lines without a result first, and those left aside on purpose last. */
export function ResultSection({ work, lines, head, children }: ResultSectionProps) {
  const open = findOpenLines(lines)
  const aside = lines.filter(({ isUnused }) => isUnused)
  return (
    <section className="fields" aria-labelledby="checked">
      {head}
      {open.length > 0 && (
        <Notice kind="warning">
          <p>{openSentence(work, open)}</p>
          <LineSentences lines={open} />
        </Notice>
      )}
      {children}
      {aside.length > 0 && (
        <Disclosure summary={t.rateCheck.unused({ count: aside.length })}>
          <LineSentences lines={aside} />
        </Disclosure>
      )}
    </section>
  )
}

const NAMED_AMOUNTS = 3

function openSentence(work: SheetWork, lines: readonly Line[]): string {
  const amounts = lines.flatMap(({ openAmount = [] }) => openAmount)
  const named = amounts.slice(0, NAMED_AMOUNTS).join(', ')
  return t.rateCheck.open[work]({
    count: lines.length,
    amounts: named === '' ? null : named + (amounts.length > NAMED_AMOUNTS ? ' …' : ''),
  })
}

export const NothingRead = ({ work, lines, onColumns }: Sheet & { readonly work: SheetWork }) => (
  <ResultSection
    work={work}
    lines={lines}
    head={
      <LinesHead
        id="checked"
        title={work === 'value' ? t.rateValue.none : t.rateCheck.nothing}
        onColumns={onColumns}
      />
    }
  />
)

const SHOWN_LINES = 20

function LineSentences({ lines }: Pick<Sheet, 'lines'>) {
  const [shown, more] = useFirstRows(lines, SHOWN_LINES, SHOWN_LINES * 5)
  const explained = shown.map((line) => ({
    line,
    sentence: inputErrorSentence(line.problem ?? ''),
  }))
  return (
    <>
      <LineList lines={explained} />
      {more}
    </>
  )
}

type CopiedColumn<R> = readonly [
  name: keyof typeof t.rateCheck.copies,
  textOf: (row: R) => string | undefined,
]

interface RatedRow {
  readonly rate: number | null
  readonly rupees?: number | null | undefined
}

export const COPIED_RATES: readonly CopiedColumn<RatedRow>[] = [
  ['rates', ({ rate }) => (rate === null ? '' : formatRate(fromWire(rate)))],
  ['rupees', ({ rupees }) => rupees?.toFixed(2)],
]

interface ResultButtonsProps<R> extends Omit<Sheet, 'onColumns'> {
  /** One for each line that was read, in the same order. */
  readonly rows: readonly R[]
  readonly copied: readonly CopiedColumn<R>[]
}

export function ResultButtons<R>(props: ResultButtonsProps<R>) {
  const { lines, open, save, rows, copied } = props
  const saving = useAction(save)
  const [status, setStatus] = useState('')
  const copy = ([name, textOf]: CopiedColumn<R>) => {
    const texts = sheetColumn(
      open,
      lines.filter(isRead),
      rows.map((row) => textOf(row) ?? ''),
    )
    // Undefined unless the page is a secure context.
    const clipboard = navigator.clipboard as Clipboard | undefined
    const column = t.rateCheck.copies[name]
    const done = () => setStatus(t.rateCheck.copied({ column, count: texts.length }))
    const refuse = () => setStatus(t.ui.clipboardClosed)
    if (clipboard) clipboard.writeText(texts.join('\n')).then(done, refuse)
    else refuse()
  }
  return (
    <div className="buttons">
      <Button busy={saving.busy} busyText={t.rateCheck.saving} onClick={() => void saving.run()}>
        {t.rateCheck.save}
      </Button>
      <Menu name={t.rateCheck.copy}>
        {copied.map((column) => (
          <button key={column[0]} type="button" data-closes onClick={() => copy(column)}>
            {t.rateCheck.copies[column[0]]}
          </button>
        ))}
      </Menu>
      <span role="status" className="fine-print">
        {status}
      </span>
      <FailureNotice error={saving.error} />
    </div>
  )
}

/** One line for each row of the sheet, to be pasted beside it. */
export function sheetColumn(
  { reading, file, mapping }: Pick<OpenSheet, 'reading' | 'file' | 'mapping'>,
  read: readonly Pick<Line, 'row'>[],
  texts: readonly string[],
): string[] {
  const { firstRow, grid } = reading.viewSheet(file.grid, mapping)
  const byRow = new Map(read.map(({ row }, at) => [row, texts[at] ?? '']))
  return grid.rows.slice(firstRow).map((_, at) => byRow.get(firstRow + at + 1) ?? '')
}
