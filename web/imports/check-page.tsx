import { useState } from 'react'
import type { SheetColumn } from '../../contract/rate-check.ts'
import { addDays, calendarDateOf, FIRST_DAY, isCalendarDate } from '../../domain/calendar-date.ts'
import { unitsOf } from '../../domain/currency.ts'
import type { Line } from '../../domain/imports/lines.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { monthOf } from '../../domain/period.ts'
import { POLICY_NAMES } from '../../domain/policy.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { useToday } from '../page-context.ts'
import { usePlace } from '../pages.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { readSheetWork, SheetTabs, type SheetWork } from '../work-tabs.tsx'
import { MaxAgeField, PolicyOrKindField, policiesQuery, ToleranceField } from './basis-fields.tsx'
import { CheckedRates, type CheckBody, type CheckData } from './checked-rows.tsx'
import styles from './imports.module.css'
import { isRead, PATIENT } from './lines.tsx'
import { Steps } from './sheet-steps.tsx'
import { useSheet, type OpenSheet } from './use-sheet.ts'
import { ValuedBalances, type ValueBody, type ValueData } from './valued-balances.tsx'

export const loader = () => [policiesQuery()]

export function Component() {
  const work = readSheetWork(usePlace().search)
  return (
    <>
      <PageTitle lead={t.rateCheck.leads[work]} aside={<SheetTabs />}>
        {t.screens.check}
      </PageTitle>
      {work === 'value' ? <ValueSheet /> : <CheckSheet key={work} work={work} />}
    </>
  )
}

type CheckBasis = Readonly<Omit<CheckBody, 'rows' | 'columns'>>

function CheckSheet({ work }: { readonly work: Exclude<SheetWork, 'value'> }) {
  const purpose = work === 'fill' ? 'fill' : 'invoices'
  const sheet = useSheet(purpose)
  const [basis, setBasis] = useState<CheckBasis>({ policy: POLICY_NAMES[0] })
  const check = async (lines: readonly Line[], signal: AbortSignal): Promise<CheckData> => {
    const body = { ...basis, rows: checkedRows(lines) }
    if (body.rows.length === 0) return NOTHING_CHECKED
    return (await call('POST /api/rates/check', { body }, { ...PATIENT, signal })).data
  }
  return (
    <Card title={t.import.sheetTitle} hideTitle>
      <div className="fields">
        <div className={styles['basis']}>
          <PolicyOrKindField basis={basis} onBasis={setBasis} />
          <MaxAgeField basis={basis} onBasis={setBasis} />
          {work === 'check' && <ToleranceField basis={basis} onBasis={setBasis} />}
        </div>
        <Steps
          sheet={sheet}
          purpose={purpose}
          texts={t.rateCheck.sources[work]}
          ask={check}
          about={basis}
        >
          {(data, lines, open) => (
            <CheckedRates
              work={work}
              data={data}
              lines={lines}
              open={open}
              body={{ ...basis, columns: usedColumns(open), rows: checkedRows(lines) }}
              onColumns={sheet.changeColumns}
            />
          )}
        </Steps>
      </div>
    </Card>
  )
}

const checkedRows = (lines: readonly Line[]): CheckBody['rows'] =>
  lines.filter(isRead).flatMap(({ date, currency, rate, amount, document }) =>
    !date || !currency
      ? []
      : {
          date,
          currency,
          ...(rate !== undefined && { rate: perUnit(rate, currency) }),
          ...(amount !== undefined && amount !== 0 && { amount }),
          ...(document !== undefined && { document }),
        },
  )

const perUnit = (rate: number, currency: NonNullable<Line['currency']>) =>
  Number(formatPerUnit(fromWire(rate), unitsOf(currency)))

const NOTHING_CHECKED: CheckData = {
  rows: [],
  totals: {
    results: { differs: 0, 'per 100': 0, 'too old': 0, 'no rate': 0, agrees: 0, filled: 0 },
    overbooked: 0,
    underbooked: 0,
    rupees: 0,
  },
}

/** In the order of the sheet, for a file of the result. */
const usedColumns = ({ mapping }: OpenSheet): SheetColumn[] =>
  [...new Set<string>(mapping.columns.map(({ use }) => use))].filter(isSheetColumn)

const SHEET_USES: readonly string[] = ['document', 'date', 'currency', 'amount', 'rate', 'booked']
const isSheetColumn = (use: string): use is SheetColumn => SHEET_USES.includes(use)

type ValueBasis = Readonly<Omit<ValueBody, 'rows' | 'columns'>>

function ValueSheet() {
  const today = useToday()
  const sheet = useSheet('balances')
  const [basis, setBasis] = useState<ValueBasis>({
    date: addDays(calendarDateOf(`${monthOf(today)}-01`), -1),
  })
  const value = async (lines: readonly Line[], signal: AbortSignal): Promise<ValueData> => {
    const body = { ...basis, rows: balances(lines) }
    if (body.rows.length === 0) return NOTHING_VALUED
    return (await call('POST /api/rates/value', { body }, { ...PATIENT, signal })).data
  }
  return (
    <Card title={t.import.sheetTitle} hideTitle>
      <div className="fields">
        <div className={styles['basis']}>
          <DayInput
            label={t.rateValue.date}
            name="date"
            max={today}
            value={basis.date ?? today}
            onDay={(date) => isCalendarDate(date) && setBasis({ ...basis, date })}
          />
          <MaxAgeField basis={basis} onBasis={setBasis} />
        </div>
        <Steps
          sheet={sheet}
          purpose="balances"
          texts={t.rateCheck.sources.value}
          ask={value}
          about={basis}
        >
          {(data, lines, open) => (
            <ValuedBalances
              data={data}
              lines={lines}
              open={open}
              body={{ ...basis, columns: usedColumns(open), rows: balances(lines) }}
              onColumns={sheet.changeColumns}
            />
          )}
        </Steps>
      </div>
    </Card>
  )
}

const NOTHING_VALUED: ValueData = {
  date: FIRST_DAY,
  date_reason: null,
  policy: 'closing',
  policy_version: 0,
  rule: '',
  known_at: null,
  rows: [],
  totals: { rows: 0, left_out: 0, sealed: false, rupees: 0, booked: 0, gain: 0, currencies: [] },
}

const balances = (lines: readonly Line[]): ValueBody['rows'] =>
  lines.filter(isRead).flatMap(({ currency, amount, booked, rate, document }) =>
    !currency || amount === undefined
      ? []
      : {
          currency,
          amount,
          ...(booked !== undefined && { booked: booked / 100 }),
          ...(rate !== undefined && { rate: perUnit(rate, currency) }),
          ...(document !== undefined && { document }),
        },
  )
