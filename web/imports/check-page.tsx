import { useState } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import { viewSheet } from '../../domain/imports/mapping.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { unitsOf } from '../../domain/currency.ts'
import {
  POLICY_NAMES,
  USUAL_MAX_AGE,
  type PolicyName,
  type RatePolicy,
} from '../../domain/policy.ts'
import { publisherName, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { InvoiceTabs } from '../work-tabs.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { Card, PageTitle } from '../ui/card.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/form.tsx'
import { Result, type Body, type Data } from './checked-rows.tsx'
import styles from './imports.module.css'
import { PATIENT } from './lines.tsx'
import { Steps } from './sheet-steps.tsx'
import { useSheet, type OpenSheet } from './use-sheet.ts'

type Basis = Readonly<Omit<Body, 'rows'>>

const policiesQuery = () => createQuery('policies', 'GET /api/rate-policy', {})

export const loader = () => [policiesQuery()]

export function Component() {
  const sheet = useSheet('invoices')
  const [basis, setBasis] = useState<Basis>({ policy: POLICY_NAMES[0] })
  const check = async (lines: readonly Line[], signal: AbortSignal) => {
    const body = { ...basis, rows: rowsOf(lines) }
    if (body.rows.length === 0) return NOTHING
    return (await call('POST /api/rates/check', { body }, { ...PATIENT, signal })).data
  }
  return (
    <>
      <PageTitle lead={t.rateCheck.lead} aside={<InvoiceTabs />}>
        {t.screens.check}
      </PageTitle>
      <Card title={t.import.sheetTitle} isTitleHeard>
        <div className="fields">
          <BasisFields basis={basis} onBasis={setBasis} />
          <Steps
            {...{ sheet, purpose: 'invoices' }}
            texts={t.rateCheck.source}
            ask={check}
            about={basis}
          >
            {(data, lines, open) => (
              <Result
                data={data}
                unread={lines.filter(({ problem }) => problem !== undefined)}
                heading={documentHeading(open)}
                body={{ ...basis, rows: rowsOf(lines) }}
                onColumns={sheet.changeColumns}
              />
            )}
          </Steps>
        </div>
      </Card>
    </>
  )
}

function documentHeading({ file, mapping }: OpenSheet): string | undefined {
  const at = mapping.columns.findIndex(({ use }) => use === 'document')
  return viewSheet(file.grid, mapping).headings[at] || undefined
}

const rowsOf = (lines: readonly Line[]): Body['rows'] =>
  lines.flatMap(({ problem, date, currency, rate, amount, document }) =>
    problem !== undefined || !date || !currency || rate === undefined
      ? []
      : {
          date,
          currency,
          rate: Number(formatPerUnit(fromWire(rate), unitsOf(currency))),
          ...(amount !== undefined && amount !== 0 && { amount }),
          ...(document !== undefined && { document }),
        },
  )

const NOTHING: Data = {
  rows: [],
  totals: {
    results: { differs: 0, 'per 100': 0, 'too old': 0, 'no rate': 0, agrees: 0 },
    overbooked: 0,
    underbooked: 0,
    rupees: 0,
  },
}

const BASES = [
  ...POLICY_NAMES.map((policy) => `policy ${policy}` as const),
  ...RATE_KINDS.map((kind) => `kind ${kind}` as const),
]
const AGES = [0, 1, 2, 3, 5, 10, 30].map(String)

interface BasisFieldsProps {
  readonly basis: Basis
  readonly onBasis: (basis: Basis) => void
}

function BasisFields({ basis, onBasis }: BasisFieldsProps) {
  const policies = useResponse(policiesQuery()).data?.data
  const { policy, kind, publisher, max_age = USUAL_MAX_AGE } = basis
  return (
    <div className={styles['basis']}>
      <Select
        label={t.rateCheck.basis}
        name="basis"
        values={BASES}
        textOf={(each) => {
          const [, name] = each.split(' ')
          return each.startsWith('policy')
            ? policyText(
                policies?.find((known) => known.policy === name),
                name as PolicyName,
              )
            : t.policies.words['of the day']({ kind: name as RateKind })
        }}
        value={policy ? `policy ${policy}` : `kind ${kind ?? RATE_KINDS[0]}`}
        onValue={(each) => {
          const [, name] = each.split(' ')
          onBasis(
            each.startsWith('policy')
              ? { policy: name as PolicyName, max_age }
              : { kind: name as RateKind, publisher, max_age },
          )
        }}
      />
      {kind && (
        <BankSelect
          value={publisher ?? ''}
          onValue={(id) => onBasis({ ...basis, publisher: id || undefined })}
        />
      )}
      <Select
        label={t.rateCheck.maxAge}
        name="max_age"
        values={AGES}
        textOf={(age) => t.rateCheck.ageDays({ count: Number(age) })}
        value={String(max_age)}
        onValue={(age) => onBasis({ ...basis, max_age: Number(age) })}
      />
    </div>
  )
}

function policyText(policy: RatePolicy | undefined, name: PolicyName): string {
  const shown = t.policies.names[name]
  if (!policy) return shown
  const rule = t.policies.words[policy.rule]({ kind: policy.kind })
  return t.rateCheck.policy({
    name: shown,
    bank: policy.publisher && publisherName(policy.publisher),
    rule: rule.charAt(0).toLowerCase() + rule.slice(1),
  })
}
