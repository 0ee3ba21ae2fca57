import type { RatePolicy } from '../domain/policy.ts'
import { kindName } from './names.ts'
import { t } from './sentences.ts'

/** Apart from the other names, which every page loads. */
export const policyWords = ({ publisher, kind, rule }: RatePolicy): string =>
  t.policies.words[rule]({ name: kindName({ kind, publisher }) })
