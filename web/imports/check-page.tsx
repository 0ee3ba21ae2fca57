import { useState } from 'react'
import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import type { SheetColumn } from '../../contract/rate-check.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { unitsOf } from '../../domain/currency.ts'
import type { Line } from '../../domain/imports/lines.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { monthOf } from '../../domain/period.ts'
import { POLICY_NAMES } from '../../domain/policy.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { download, XLSX_TYPE } from '../download.ts'
import { useToday } from '../page-context.ts'
import { usePlace } from '../pages.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { readSheetWork, SheetTabs, type SheetWork } from '../work-tabs.tsx'
import {
  BasisFields,
  useBasisWords,
  PoliciesNotice,
  policiesQuery,
  type Basis,
} from './basis-fields.tsx'
import { CheckedRates } from './checked-rows.tsx'
import { isRead, PATIENT } from './lines.tsx'
import { findOpenLines, NothingRead } from './results.tsx'
import { Steps } from './sheet-steps.tsx'
import { useSheet, type OpenSheet } from './use-sheet.ts'
import { ValuedBalances } from './valued-balances.tsx'

export const loader = () => [policiesQuery()]

export function Component() {
  const work = readSheetWork(usePlace().search)
  return (
    <>
      <PageTitle lead={t.rateCheck.leads[work]}>{t.screens.check}</PageTitle>
      <SheetTabs />
      <Work key={work} work={work} />
    </>
  )
}

const PURPOSES = { fill: 'fill', check: 'invoices', value: 'balances' } as const

type Answer =
  | { readonly checked: ResponseOf<'POST /api/rates/check'>['data'] }
  | { readonly valued: ResponseOf<'POST /api/rates/value'>['data'] }

function Work({ work }: { readonly work: SheetWork }) {
  const sheet = useSheet(PURPOSES[work])
  const lastMonthsEnd = addDays(calendarDateOf(`${monthOf(useToday())}-01`), -1)
  const [basis, setBasis] = useState<Basis>(
    work === 'value' ? { date: lastMonthsEnd } : { policy: POLICY_NAMES[0] },
  )
  const chosen = useBasisWords(work, basis)
  const [isDayRefused, setDayRefused] = useState(false)
  const ask = async (lines: readonly Line[], signal: AbortSignal): Promise<Answer | null> => {
    const body = { ...basis, rows: toRows(lines, work) }
    const options = { ...PATIENT, signal }
    if (body.rows.length === 0) return null
    return work === 'value'
      ? { valued: (await call('POST /api/rates/value', { body }, options)).data }
      : { checked: (await call('POST /api/rates/check', { body }, options)).data }
  }
  return (
    <Card title={t.import.sheetTitle} hideTitle>
      <div className="fields">
        <Steps
          sheet={sheet}
          purpose={PURPOSES[work]}
          texts={t.rateCheck.sources[work]}
          ask={ask}
          about={basis}
          options={
            <>
              <PoliciesNotice />
              <BasisFields
                work={work}
                basis={basis}
                onBasis={setBasis}
                onDayRefused={setDayRefused}
              />
            </>
          }
          chosen={chosen}
          instead={isDayRefused && <Notice kind="warning">{t.rateValue.noDay}</Notice>}
        >
          {(answer, lines, open) => {
            const result = {
              lines,
              open,
              save: () => saveFile({ work, basis, lines, open }),
              onColumns: sheet.changeColumns,
            }
            if (!answer) return <NothingRead work={work} {...result} />
            if ('valued' in answer) return <ValuedBalances data={answer.valued} {...result} />
            return <CheckedRates isFill={work === 'fill'} data={answer.checked} {...result} />
          }}
        </Steps>
      </div>
    </Card>
  )
}

const FILES = { fill: 'rates-filled', check: 'rates-checked', value: 'balances-valued' } as const

interface FileRequest {
  readonly work: SheetWork
  readonly basis: Basis
  readonly lines: readonly Line[]
  readonly open: OpenSheet
}

async function saveFile({ work, basis, lines, open }: FileRequest): Promise<void> {
  const body = {
    ...basis,
    columns: usedColumns(open),
    left_out: findOpenLines(lines).length,
    rows: toRows(lines, work),
  }
  const endpoint = work === 'value' ? 'POST /api/rates/value' : 'POST /api/rates/check'
  await download(endpoint, { body }, `${FILES[work]}.xlsx`, XLSX_TYPE)
}

/** A line that was read has what the purpose needs. */
function toRows(lines: readonly Line[], work: SheetWork): Rows {
  const rows = lines.filter(isRead).map(({ document, date, currency, rate, amount, booked }) => ({
    document,
    date,
    currency,
    rate:
      rate === undefined || !currency
        ? undefined
        : Number(formatPerUnit(fromWire(rate), unitsOf(currency))),
    amount: amount === 0 && work !== 'value' ? undefined : amount,
    booked: booked === undefined ? undefined : booked / 100,
  }))
  return rows as unknown as Rows
}

type Rows = InputOf<'POST /api/rates/check'>['body']['rows'] &
  InputOf<'POST /api/rates/value'>['body']['rows']

/** In the order of the sheet, for a file of the result. */
const usedColumns = ({ mapping }: OpenSheet): SheetColumn[] =>
  [...new Set<string>(mapping.columns.map(({ use }) => use))].filter(isSheetColumn)

const SHEET_USES: readonly string[] = ['document', 'date', 'currency', 'amount', 'rate', 'booked']
const isSheetColumn = (use: string): use is SheetColumn => SHEET_USES.includes(use)
