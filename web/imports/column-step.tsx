import type { ReactNode } from 'react'
import { currencies, isCurrency, unitsOf } from '../../domain/currency.ts'
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
import { cellText, isEmpty, widthOf, type Cell } from '../../domain/imports/table.ts'
import { t } from '../../text/sentences.ts'
import { Disclosure } from '../ui/card.tsx'
import { Select } from '../ui/form/form.tsx'
import { Form, SubmitButton } from '../ui/form/send-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { useIsPhone } from '../ui/table.tsx'
import { DayField, QuestionField, shortened } from './column-questions.tsx'
import styles from './imports.module.css'
import { COLUMNS_FORM, focusOnce } from './lines.tsx'
import type { ReadFile } from './workbook.ts'

const SHOWN_ROWS = 10
const HEADING_ROWS = 30
const UNUSED: Column = { use: 'none' }

interface ColumnStepProps {
  readonly purpose: Purpose
  readonly file: ReadFile
  readonly mapping: Mapping
  readonly onMapping: (mapping: Mapping) => void
  readonly onContinue: () => Promise<void>
  readonly children?: ReactNode
}

export function ColumnStep(props: ColumnStepProps) {
  const { purpose, file, mapping, onMapping, onContinue, children } = props
  const view = viewSheet(file.grid, mapping)
  const { missing, needsDay, questions } = findQuestions(view, mapping, purpose)
  const isPhone = useIsPhone()
  const change = (more: Partial<Mapping>) => onMapping({ ...mapping, ...more })
  const columns = Array.from(
    { length: Math.max(widthOf(view.grid), mapping.columns.length) },
    (_, at) => mapping.columns[at] ?? UNUSED,
  )
  const choices = columns.map((column, at) => (
    <ColumnChoice
      key={at}
      at={at}
      purpose={purpose}
      view={view}
      column={column}
      hasKinds={columns.some(({ use }) => use === 'kind')}
      onColumn={(changed) => change({ columns: columns.with(at, changed) })}
    />
  ))
  return (
    <Form id={COLUMNS_FORM} className="fields" onSend={onContinue}>
      <h2 className="title" tabIndex={-1} ref={focusOnce}>
        {t.columns.title}
      </h2>
      <p className="muted">{t.columns.lead}</p>
      <SheetGrid view={view} columns={columns} heading={mapping.heading}>
        {isPhone ? undefined : choices}
      </SheetGrid>
      {isPhone && <div className="fields">{choices}</div>}
      <Layout
        view={view}
        mapping={mapping}
        onLayout={(layout) => {
          // Exchanged rows and columns have other headings.
          const { heading, ...rest } = { ...mapping, ...layout }
          const form = 'turned' in layout ? rest : { ...rest, heading }
          onMapping(proposeMapping(file.grid, purpose, form))
        }}
      />
      <div className={styles['questions']}>
        {needsDay && <DayField view={view} value={mapping.day} onDay={(day) => change({ day })} />}
        {questions.map((question) => (
          <QuestionField
            key={question.name}
            question={question}
            mapping={mapping}
            onChange={change}
          />
        ))}
      </div>
      {children}
      {missing.map((use) => (
        <Notice key={use} kind="warning">
          {t.columns.missing[use]}
        </Notice>
      ))}
      <div className="buttons">
        <SubmitButton disabled={missing.length > 0}>{t.columns.continue}</SubmitButton>
        <span className="fine-print">{t.columns.remembered}</span>
      </div>
    </Form>
  )
}

interface SheetGridProps {
  readonly view: Sheet
  readonly columns: readonly Column[]
  readonly heading: number | null
  readonly children: readonly ReactNode[] | undefined
}

function SheetGrid({ view, columns, heading, children }: SheetGridProps) {
  const { grid, firstHeading, firstRow, columnLabel, rowLabel } = view
  const from = Math.max(0, Math.min(firstHeading - 2, grid.rows.length - SHOWN_ROWS))
  const first = firstRow <= SHOWN_ROWS - 2 ? 0 : from
  const looks = columns.map(({ use }) => (use === 'none' ? styles['unused'] : undefined))
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
                {children?.[at] ?? columnLabel(at)}
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
                  {rowLabel(row)}
                  {isHeading && <span className="visually-hidden"> {t.columns.headings}</span>}
                </th>
                {looks.map((look, at) => (
                  <td key={at} className={look}>
                    {shownCell(cells, at)}
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
function shownCell(cells: readonly Cell[], at: number): string {
  const isRepeated = at > 0 && cells.length > 2 && cells.every((each) => each === cells[0])
  return isEmpty(cells[at]) || isRepeated ? '' : shortened(cellText(cells[at]))
}

interface ColumnChoiceProps {
  readonly at: number
  readonly view: Sheet
  readonly purpose: Purpose
  readonly column: Column
  readonly hasKinds: boolean
  readonly onColumn: (column: Column) => void
}

function ColumnChoice({ at, view, purpose, column, hasKinds, onColumn }: ColumnChoiceProps) {
  const { use, currency, kind, side, units = 1 } = column
  const [label, heading = ''] = [view.columnLabel(at), view.headings[at]]
  const rates = purpose === 'holidays' ? [] : currencies().map((each) => `rate ${each}` as const)
  const isRate = use === 'rate'
  const isPerMore = /\b100?\b|1,?000/.test(heading) || (currency && unitsOf(currency) > 1)
  return (
    <div className={styles['column']}>
      <Select
        label={t.columns.column({ column: label, heading: heading || null })}
        name={`column ${at}`}
        values={[...usesFor(purpose), ...rates]}
        textOf={(each) => {
          const [name = 'none', code] = each.split(' ')
          return code ? t.columns.rateIn({ code }) : t.columns.uses[name as ColumnUse]
        }}
        value={currency && isRate ? (`rate ${currency}` as const) : use}
        onValue={(chosen) => {
          const [name = 'none', code] = chosen.split(' ')
          onColumn({
            use: name as ColumnUse,
            ...(name === 'rate' && { kind, units, side }),
            ...(isCurrency(code) && { currency: code }),
          })
        }}
      />
      {isRate && purpose === 'rates' && !hasKinds && (
        <Select
          label={t.columns.kindOf({ column: label })}
          name={`kind ${at}`}
          values={['', ...IMPORT_KINDS]}
          textOf={(each) => (each === '' ? t.columns.kindBelow : t.kindNames[each])}
          value={kind ?? ''}
          onValue={(chosen) => onColumn({ ...column, kind: chosen === '' ? undefined : chosen })}
        />
      )}
      {isRate && (units !== 1 || isPerMore) && (
        <Select
          label={t.columns.unitsOf({ column: label })}
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
  readonly onLayout: (layout: Partial<Mapping>) => void
}

function Layout({ view, mapping, onLayout }: LayoutProps) {
  const { heading, turned } = mapping
  const rows = view.grid.rows.slice(0, HEADING_ROWS).map((_, at) => String(at))
  return (
    <Disclosure summary={t.columns.layout} open={turned || undefined}>
      <div className="fields">
        <div className={styles['short']}>
          <Select
            label={t.columns.headingRow}
            name="heading"
            values={['none', ...rows]}
            textOf={(at) =>
              at === 'none' ? t.columns.noHeadings : t.columns.rowNumber({ row: Number(at) + 1 })
            }
            value={String(heading ?? 'none')}
            onValue={(at) => onLayout({ heading: at === 'none' ? null : Number(at) })}
          />
        </div>
        {(['turned', 'fillDown', 'fillRight'] as const).map((name) => (
          <label key={name} className="tick">
            <input
              type="checkbox"
              checked={mapping[name]}
              onChange={({ target }) => onLayout({ [name]: target.checked })}
            />
            {t.columns[name]}
          </label>
        ))}
      </div>
    </Disclosure>
  )
}
