import {
  POLICY_NAMES,
  type PolicyName,
  type RatePolicy,
  USUAL_MAX_AGE,
} from '../../../domain/policy.ts'
import { publisherName, RATE_KINDS, type RateKind } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { call } from '../../api.ts'
import { queryOf, useResponse } from '../../queries.ts'
import { Card } from '../../ui/card.tsx'
import { BankSelect } from '../../ui/form/bank-select.tsx'
import { Select } from '../../ui/form/select.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ColumnMapping } from '../column-mapping.tsx'
import { DateOrderChoice } from '../import-options.tsx'
import { lookingText, Progress, RowsError } from '../import-outcome.tsx'
import { ImportSource } from '../import-source.tsx'
import styles from '../import.module.css'
import { rememberColumns, rememberedColumns } from '../remembered-columns.ts'
import { NothingRead, SkippedRows } from '../row-choices.tsx'
import { SheetQuestion } from '../sheet-question.tsx'
import { IMPORT_TIMEOUT_MS, useLooking, type Looking } from '../use-import.ts'
import { CheckedRows, type CheckChoice, type CheckData } from './checked-rows.tsx'

const policiesQuery = () => queryOf('policies', 'GET /api/rate-policy', {})

export const loader = () => [policiesQuery()]

/** Rates that were used in a sheet of invoices, held against those that count. */
export function Component() {
  const looking = useLooking<CheckChoice, CheckData>(
    { policy: POLICY_NAMES[0] },
    async (text, chosen, signal) => {
      const body = { ...chosen, text }
      return (
        await call('POST /api/rates/check', { body }, { timeoutMs: IMPORT_TIMEOUT_MS, signal })
      ).data
    },
  )
  const { text, choice, look } = looking
  const choose = (chosen: CheckChoice) => void look(text, chosen)
  return (
    <>
      <PageTitle lead={t.rateCheck.lead}>{t.screens.check}</PageTitle>
      <Card title={t.import.sheetTitle} isTitleHeard>
        <div className="fields">
          <BasisFields choice={choice} onChoice={choose} />
          <ImportSource
            state={{ draft: 'rates used', looking, importing: { busy: false } }}
            texts={t.rateCheck.source}
            onText={(given) => {
              const { policy, kind, publisher, max_age } = choice
              void look(given, {
                policy,
                kind,
                publisher,
                max_age,
                columns: rememberedColumns(given),
              })
            }}
          />
          {looking.busy && !looking.preview && <Progress>{lookingText(text)}</Progress>}
          <RowsError error={looking.error} />
          <Checked looking={looking} />
        </div>
      </Card>
    </>
  )
}

interface ChoiceProps {
  readonly choice: CheckChoice
  readonly onChoice: (choice: CheckChoice) => void
}

const BASES = [
  ...POLICY_NAMES.map((policy) => `policy ${policy}` as const),
  ...RATE_KINDS.map((kind) => `kind ${kind}` as const),
]
const AGES = [0, 1, 2, 3, 5, 10, 30].map(String)

/** By which policy or kind rates are held against, and how old those may be. */
function BasisFields({ choice, onChoice }: ChoiceProps) {
  const policies = useResponse(policiesQuery()).data?.data
  const { policy, kind, publisher, max_age = USUAL_MAX_AGE } = choice
  return (
    <div className={styles['basis']}>
      <Select
        label={t.rateCheck.basis}
        name="basis"
        values={BASES}
        textOf={(basis) => {
          const [, name] = basis.split(' ')
          return basis.startsWith('policy')
            ? policyText(
                policies?.find((each) => each.policy === name),
                name as PolicyName,
              )
            : t.policies.words['of the day']({ kind: name as RateKind })
        }}
        value={policy ? `policy ${policy}` : `kind ${kind ?? RATE_KINDS[0]}`}
        onValue={(basis) => {
          const [, name] = basis.split(' ')
          const isPolicy = basis.startsWith('policy')
          onChoice({
            ...choice,
            policy: isPolicy ? (name as PolicyName) : undefined,
            kind: isPolicy ? undefined : (name as RateKind),
            publisher: isPolicy ? undefined : publisher,
          })
        }}
      />
      {kind && (
        <BankSelect
          value={publisher ?? ''}
          onValue={(id) => onChoice({ ...choice, publisher: id || undefined })}
        />
      )}
      <Select
        label={t.rateCheck.maxAge}
        name="max_age"
        values={AGES}
        textOf={(age) => t.rateCheck.ageDays({ count: Number(age) })}
        value={String(max_age)}
        onValue={(age) => onChoice({ ...choice, max_age: Number(age) })}
      />
    </div>
  )
}

/** A policy by its name and, once it is known, what it says. */
function policyText(of: RatePolicy | undefined, policy: PolicyName): string {
  const name = t.policies.names[policy]
  if (!of) return name
  const rule = t.policies.words[of.rule]({ kind: of.kind })
  return t.rateCheck.policy({
    name,
    bank: of.publisher && publisherName(of.publisher),
    rule: rule.charAt(0).toLowerCase() + rule.slice(1),
  })
}

/** What came of the rows, or what has to be said first. */
function Checked({ looking }: { readonly looking: Looking<CheckChoice, CheckData> }) {
  const { text, choice, busy, preview, look } = looking
  if (text === undefined || !preview) return null
  const { question, table, unread = [], rows } = preview
  const choose = (chosen: CheckChoice) => void look(text, chosen)
  if (question)
    return (
      <SheetQuestion
        text={text}
        headings={question.headings}
        onAnswer={(quotes) => choose({ ...choice, quotes })}
      />
    )
  return (
    <>
      {table && (
        <DateOrderChoice
          order={choice.date_order}
          ambiguous={unread.find((row) => row.ambiguous)?.given}
          proven={table.date_order ?? undefined}
          onOrder={(date_order) => choose({ ...choice, date_order })}
        />
      )}
      {rows.length > 0 && (
        <CheckedRows key={text} data={preview} body={{ ...choice, text }} busy={busy} />
      )}
      {rows.length === 0 && <NothingRead unused={table?.unused}>{t.rateCheck.nothing}</NothingRead>}
      {table && (
        <>
          <SkippedRows skipped={table.skipped} />
          <ColumnMapping
            columns={table.columns}
            hasAmounts
            open={rows.length === 0}
            onColumns={(columns) => {
              rememberColumns(text, columns)
              choose({ ...choice, columns })
            }}
          />
        </>
      )}
    </>
  )
}
