import { useSyncExternalStore, type ReactNode } from 'react'
import { isCurrency, currencies, unitsOf } from '../../domain/currency.ts'
import {
  findQuestions,
  IMPORT_KINDS,
  UNITS,
  usesFor,
  viewSheet,
  type Column,
  type ColumnUse,
  type Mapping,
  type Purpose,
  type Sheet,
} from '../../domain/imports/mapping.ts'
import { proposeMapping } from '../../domain/imports/proposal.ts'
import { cellText, columnName, isEmpty, widthOf, type Cell } from '../../domain/imports/table.ts'
import { publishers } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { Disclosure } from '../ui/card.tsx'
import { Form, Select, SubmitButton } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { QuestionFields } from './column-questions.tsx'
import styles from './imports.module.css'
import { focusOnce } from './lines.tsx'
import type { SheetState, SheetSteps } from './use-sheet.ts'

const SHOWN_ROWS = 10
/** Rows that can be chosen as the headings. */
const HEADING_ROWS = 30

interface ColumnStepProps {
  readonly purpose: Purpose
  readonly sheet: SheetSteps
  readonly state: Extract<SheetState, { step: 'columns' }>
  /** Fields about the whole sheet. */
  readonly children?: ReactNode
}

/** The sheet's first rows with a select for each column, and a question for what they leave open. */
export function ColumnStep({ purpose, sheet, state, children }: ColumnStepProps) {
  const { file, mapping } = state
  const view = viewSheet(file.grid, mapping)
  const questions = findQuestions(view, mapping, purpose)
  const width = Math.max(widthOf(view.grid), mapping.columns.length)
  const isPhone = usePhone()
  const change = (more: Partial<Mapping>) => sheet.map({ ...mapping, ...more })
  const repropose = (form: Partial<Mapping>) => {
    const { turned, heading, fillRight, fillDown } = { ...mapping, ...form }
    const given = { turned, fillRight, fillDown, ...('turned' in form ? {} : { heading }) }
    sheet.map(proposeMapping(file.grid, purpose, given))
  }
  const columns = Array.from({ length: width }, (_, at) => (
    <ColumnChoice
      key={at}
      {...{ at, purpose }}
      name={mapping.turned ? String(at + 1) : columnName(at)}
      heading={view.headings[at] ?? ''}
      column={mapping.columns[at] ?? { use: 'none' }}
      hasKinds={mapping.columns.some(({ use }) => use === 'kind')}
      onColumn={(column) =>
        change({
          columns: Array.from({ length: width }, (_, index) =>
            index === at ? column : (mapping.columns[index] ?? { use: 'none' }),
          ),
        })
      }
    />
  ))
  const missing = questions.missing.map((each) => t.columns.missing[each])
  return (
    <Form
      className="fields"
      onSend={() => (missing.length > 0 ? undefined : sheet.show(file.grid, mapping))}
    >
      <h2 className="title" tabIndex={-1} ref={focusOnce}>
        {t.columns.title}
      </h2>
      <p className="muted">{t.columns.lead}</p>
      <SheetGrid {...{ view, mapping, width }}>{isPhone ? undefined : columns}</SheetGrid>
      {isPhone && <div className="fields">{columns}</div>}
      <Layout {...{ view, mapping }} isText={file.sheets.length === 0} onLayout={repropose} />
      <QuestionFields {...{ questions, mapping, view }} onChange={change} />
      {children}
      {missing.map((sentence) => (
        <Notice key={sentence} kind="warning">
          {sentence}
        </Notice>
      ))}
      <div className="buttons">
        <SubmitButton disabled={missing.length > 0}>{t.columns.continue}</SubmitButton>
        <span className="fine-print">{t.columns.remembered}</span>
      </div>
    </Form>
  )
}

const PHONE = '(max-width: 43.75rem)'

function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(PHONE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(PHONE).matches,
    () => false,
  )
}

interface SheetGridProps {
  readonly view: Sheet
  readonly mapping: Mapping
  readonly width: number
  /** A select for each column, above it. */
  readonly children: readonly ReactNode[] | undefined
}

/** The first rows as the file has them, with its row numbers and column letters. */
function SheetGrid({ view, mapping, width, children }: SheetGridProps) {
  const { grid, firstHeading, firstRow } = view
  const { turned, heading, columns } = mapping
  const from = Math.max(0, Math.min(firstHeading - 2, grid.rows.length - SHOWN_ROWS))
  const first = firstRow <= SHOWN_ROWS - 2 ? 0 : from
  const letter = (at: number) => (turned ? String(at + 1) : columnName(at))
  const number = (row: number) => (turned ? columnName(row) : String(row + 1))
  const looks = Array.from({ length: width }, (_, at) =>
    (columns[at]?.use ?? 'none') === 'none' ? styles['unused'] : undefined,
  )
  return (
    <div className={styles['grid']} tabIndex={0} role="region" aria-label={t.columns.firstRows}>
      <table>
        <caption className="visually-hidden">{t.columns.firstRows}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t.columns.row}</span>
            </th>
            {looks.map((look, at) => (
              <th key={at} scope="col" className={look}>
                {children?.[at] ?? letter(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.slice(first, first + SHOWN_ROWS).map((cells, index) => {
            const row = first + index
            const isHeading = heading !== null && row >= firstHeading && row <= heading
            return (
              <tr key={row} className={isHeading ? styles['heading'] : undefined}>
                <th scope="row">
                  {number(row)}
                  {isHeading && <span className="visually-hidden"> {t.columns.headings}</span>}
                </th>
                {looks.map((look, at) => (
                  <td key={at} className={look}>
                    <Shown cells={cells} at={at} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A title that is merged over all columns is shown once. */
function Shown({ cells, at }: { readonly cells: readonly Cell[]; readonly at: number }) {
  const cell = cells[at]
  const isRepeated = at > 0 && cells.length > 2 && cells.every((each) => each === cells[0])
  if (isEmpty(cell) || isRepeated) return null
  const text = cellText(cell)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

interface ColumnChoiceProps {
  readonly at: number
  /** Letter of the column, or number of the row of a sheet whose columns are days. */
  readonly name: string
  readonly heading: string
  readonly purpose: Purpose
  readonly column: Column
  readonly hasKinds: boolean
  readonly onColumn: (column: Column) => void
}

function ColumnChoice(props: ColumnChoiceProps) {
  const { at, name: letter, heading, purpose, column, hasKinds, onColumn } = props
  const label = t.columns.column({ column: letter, heading: heading || null })
  const { use, currency, kind, units = 1 } = column
  const uses = usesFor(purpose).filter((each) => each !== 'publisher' || publishers().length > 0)
  const values = [
    ...uses,
    ...(purpose === 'holidays' ? [] : currencies().map((each) => `rate ${each}` as const)),
  ]
  const isRate = use === 'rate'
  const asksUnits =
    isRate &&
    (units !== 1 ||
      /\b100\b|1,?000/.test(heading) ||
      (currency !== undefined && unitsOf(currency) > 1))
  return (
    <div className={styles['column']}>
      <Select
        label={label}
        name={`column ${at}`}
        values={values}
        textOf={(each) => {
          const [name = 'none', code] = each.split(' ')
          return code ? t.columns.rateIn({ code }) : t.columns.uses[name as ColumnUse]
        }}
        value={currency && isRate ? (`rate ${currency}` as const) : use}
        onValue={(chosen) => {
          const [name = 'none', code] = chosen.split(' ')
          const { side } = column
          onColumn({
            use: name as ColumnUse,
            ...(name === 'rate' && { kind, units, side }),
            ...(isCurrency(code) && { currency: code }),
          })
        }}
      />
      {isRate && purpose === 'rates' && !hasKinds && (
        <Select
          label={t.columns.kindOf({ column: letter })}
          name={`kind ${at}`}
          values={['', ...IMPORT_KINDS]}
          textOf={(each) => (each === '' ? t.columns.kindBelow : t.kindNames[each])}
          value={kind ?? ''}
          onValue={(chosen) => onColumn({ ...column, kind: chosen === '' ? undefined : chosen })}
        />
      )}
      {asksUnits && (
        <Select
          label={t.columns.unitsOf({ column: letter })}
          name={`units ${at}`}
          values={UNITS.map(String)}
          textOf={(each) => t.columns.units({ units: Number(each) })}
          value={String(units)}
          onValue={(chosen) =>
            onColumn({ ...column, units: UNITS.find((each) => String(each) === chosen) })
          }
        />
      )}
    </div>
  )
}

interface LayoutProps {
  readonly view: Sheet
  readonly mapping: Mapping
  readonly isText: boolean
  readonly onLayout: (form: Partial<Mapping>) => void
}

/** Asks which row has the headings, and how the sheet is laid out. */
function Layout({ view, mapping, isText, onLayout }: LayoutProps) {
  const { heading, turned, fillDown, fillRight } = mapping
  const rows = Math.min(view.grid.rows.length, HEADING_ROWS)
  const tick = (name: 'turned' | 'fillDown' | 'fillRight', checked: boolean) => (
    <label className="tick">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onLayout({ [name]: target.checked })}
      />
      {t.columns[name]}
    </label>
  )
  return (
    <Disclosure summary={t.columns.layout} open={turned || undefined}>
      <div className="fields">
        <div className={styles['short']}>
          <Select
            label={t.columns.headingRow}
            name="heading"
            values={['none', ...Array.from({ length: rows }, (_, at) => String(at))]}
            textOf={(at) =>
              at === 'none' ? t.columns.noHeadings : t.columns.rowNumber({ row: Number(at) + 1 })
            }
            value={heading === null ? 'none' : String(heading)}
            onValue={(at) => onLayout({ heading: at === 'none' ? null : Number(at) })}
          />
        </div>
        {tick('turned', turned)}
        {isText && tick('fillDown', fillDown)}
        {isText && tick('fillRight', fillRight)}
      </div>
    </Disclosure>
  )
}
