import { publisherName } from '../domain/series.ts'
import type { RatePolicy } from '../domain/policy.ts'
import { t } from './sentences.ts'

export function policyWords({ publisher, kind, rule }: RatePolicy): string {
  const words = t.policies.words[rule]({ kind })
  return publisher ? `${publisherName(publisher)}: ${words}` : words
}
