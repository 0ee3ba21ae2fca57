import type { InputOf } from '../../contract/all-endpoints.ts'
import { dayInColombo, isCalendarDate } from '../../domain/calendar-date.ts'
import { POLICY_NAMES, USUAL_MAX_AGE, type PolicyName } from '../../domain/policy.ts'
import { RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { kindName } from '../../text/names.ts'
import { policyWords } from '../../text/policy-words.ts'
import { formatDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Select } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import type { SheetWork } from '../work-tabs.tsx'
import { COLUMNS_FORM } from './lines.tsx'
import styles from './imports.module.css'

export const policiesQuery = () => createQuery('policies', 'GET /api/rate-policy', {})

/** Says that no rule can be shown, or that the rules are not the office's own. */
export function PoliciesNotice() {
  const query = useResponse(policiesQuery())
  const { data = [], may_change: mayChange } = query.data ?? {}
  const isUnset = data.length > 0 && data.every(({ changed_at }) => changed_at === null)
  return isUnset && mayChange ? (
    <Notice
      kind="info"
      quiet
      action={
        <Link className="touch-target" href="/policies">
          {t.rateCheck.setPolicies}
        </Link>
      }
    >
      {t.rateCheck.policiesUnset}
    </Notice>
  ) : (
    <ConnectionNotice queries={[query]} />
  )
}

type Body = InputOf<'POST /api/rates/check'>['body'] & InputOf<'POST /api/rates/value'>['body']
/** The rates that count for the rows. */
export type Basis = Readonly<Partial<Omit<Body, 'rows' | 'columns'>>>

const BASES = [
  ...POLICY_NAMES.map((policy) => `policy ${policy}` as const),
  ...RATE_KINDS.map((kind) => `kind ${kind}` as const),
]
const AGES = [0, 1, 2, 3, 5, 10, 30].map(String)
const TOLERANCES = ['0', '0.1', '0.25', '0.5', '1', '2', '5', '10']

/** In the line that stands for the fields beside a result. */
export function useBasisWords(work: SheetWork, basis: Basis): string[] {
  const { date, policy, kind = RATE_KINDS[0], publisher, max_age, tolerance = 0 } = basis
  const ofPolicy = usePolicyWords(policy ?? 'closing')
  const ofKind = publisher
    ? kindName({ kind, publisher })
    : `${t.banks.choice}: ${kindName({ kind })}`
  return [
    ...(work === 'value' ? (date ? [formatDay(date)] : []) : [policy ? ofPolicy : ofKind]),
    t.rateCheck.ageDays({ count: max_age ?? USUAL_MAX_AGE }),
    ...(tolerance > 0 ? [t.rateCheck.toleranceOf({ percent: String(tolerance) })] : []),
  ]
}

/** Names the bank and the kind of a policy's rates, and since when it counts. */
export function usePolicyWords(name: PolicyName): string {
  const policies = useResponse(policiesQuery()).data?.data
  const policy = policies?.find((each) => each.policy === name)
  if (!policy) return t.policies.names[name]
  const { publisher, changed_at: changedAt } = policy
  return t.rateCheck.policyWords({
    name: t.policies.names[name],
    rates: publisher ? policyWords(policy) : `${t.banks.choice}: ${policyWords(policy)}`,
    since: changedAt ? dayInColombo(new Date(changedAt)) : null,
  })
}

interface BasisFieldsProps {
  readonly work: SheetWork
  readonly basis: Basis
  readonly onBasis: (basis: Basis) => void
  readonly onDayRefused: (isRefused: boolean) => void
}

export function BasisFields({ work, basis, onBasis, onDayRefused }: BasisFieldsProps) {
  const today = useToday()
  const policies = useResponse(policiesQuery()).data?.data
  const closing = policies?.find(({ policy }) => policy === 'closing')
  const change = (more: Basis) => onBasis({ ...basis, ...more })
  return (
    <div className={styles['basis']}>
      {work === 'value' ? (
        <DayInput
          label={t.rateValue.date}
          name="date"
          form={COLUMNS_FORM}
          required
          max={today}
          value={basis.date ?? today}
          hint={
            <>
              {formatWeekdayAndDay(basis.date ?? today)}
              {closing && (
                <span className="second-line">
                  {t.policies.names.closing}: {policyWords(closing)}
                </span>
              )}
            </>
          }
          onRefused={onDayRefused}
          onDay={(date) => isCalendarDate(date) && change({ date })}
        />
      ) : (
        <PolicyOrKind basis={basis} onBasis={change} />
      )}
      <Select
        label={t.rateCheck.maxAge}
        name="max_age"
        values={AGES}
        textOf={(age) => t.rateCheck.ageDays({ count: Number(age) })}
        value={String(basis.max_age ?? USUAL_MAX_AGE)}
        onValue={(age) => change({ max_age: Number(age) })}
      />
      {work === 'check' && (
        <Select
          label={t.rateCheck.tolerance}
          name="tolerance"
          values={TOLERANCES}
          textOf={(percent) => t.rateCheck.toleranceOf({ percent })}
          value={String(basis.tolerance ?? 0)}
          onValue={(percent) => change({ tolerance: Number(percent) })}
        />
      )}
    </div>
  )
}

function PolicyOrKind({ basis, onBasis }: Pick<BasisFieldsProps, 'basis' | 'onBasis'>) {
  const policies = useResponse(policiesQuery()).data?.data
  const { policy, kind, publisher } = basis
  const chosen = policies?.find((one) => one.policy === policy)
  return (
    <>
      <Select
        label={t.rateCheck.basis}
        name="basis"
        values={BASES}
        textOf={(each) => {
          const [of, name] = each.split(' ')
          return of === 'kind'
            ? policyWords({ kind: name as RateKind, rule: 'of the day' })
            : t.policies.names[name as PolicyName]
        }}
        hint={chosen && policyWords(chosen)}
        value={policy ? `policy ${policy}` : `kind ${kind ?? RATE_KINDS[0]}`}
        onValue={(each) => {
          const [of, name] = each.split(' ')
          onBasis(
            of === 'policy'
              ? { policy: name as PolicyName, kind: undefined, publisher: undefined }
              : { policy: undefined, kind: name as RateKind },
          )
        }}
      />
      {kind && (
        <BankSelect
          value={publisher ?? ''}
          onValue={(id) => onBasis({ publisher: id || undefined })}
        />
      )}
    </>
  )
}
