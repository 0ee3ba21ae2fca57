import {
  POLICY_NAMES,
  USUAL_MAX_AGE,
  type PolicyName,
  type RatePolicy,
} from '../../domain/policy.ts'
import { publisherName, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { createQuery, useResponse } from '../queries.ts'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/form.tsx'
import type { CheckBody } from './checked-rows.tsx'

export const policiesQuery = () => createQuery('policies', 'GET /api/rate-policy', {})

interface BasisProps<Basis> {
  readonly basis: Basis
  readonly onBasis: (basis: Basis) => void
}

const BASES = [
  ...POLICY_NAMES.map((policy) => `policy ${policy}` as const),
  ...RATE_KINDS.map((kind) => `kind ${kind}` as const),
]

type PolicyOrKind = Readonly<Omit<CheckBody, 'rows'>>

export function PolicyOrKindField({ basis, onBasis }: BasisProps<PolicyOrKind>) {
  const policies = useResponse(policiesQuery()).data?.data
  const { policy, kind, publisher, ...rest } = basis
  return (
    <>
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
              ? { ...rest, policy: name as PolicyName }
              : { ...rest, kind: name as RateKind, publisher },
          )
        }}
      />
      {kind && (
        <BankSelect
          value={publisher ?? ''}
          onValue={(id) => onBasis({ ...basis, publisher: id || undefined })}
        />
      )}
    </>
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

const AGES = [0, 1, 2, 3, 5, 10, 30].map(String)

export function MaxAgeField<Basis extends { readonly max_age?: number | undefined }>({
  basis,
  onBasis,
}: BasisProps<Basis>) {
  return (
    <Select
      label={t.rateCheck.maxAge}
      name="max_age"
      values={AGES}
      textOf={(age) => t.rateCheck.ageDays({ count: Number(age) })}
      value={String(basis.max_age ?? USUAL_MAX_AGE)}
      onValue={(age) => onBasis({ ...basis, max_age: Number(age) })}
    />
  )
}

const TOLERANCES = ['0', '0.1', '0.25', '0.5', '1', '2', '5', '10']

export function ToleranceField<Basis extends { readonly tolerance?: number | undefined }>({
  basis,
  onBasis,
}: BasisProps<Basis>) {
  return (
    <Select
      label={t.rateCheck.tolerance}
      name="tolerance"
      values={TOLERANCES}
      textOf={(percent) => t.rateCheck.toleranceOf({ percent })}
      value={String(basis.tolerance ?? 0)}
      onValue={(percent) => onBasis({ ...basis, tolerance: Number(percent) })}
    />
  )
}
