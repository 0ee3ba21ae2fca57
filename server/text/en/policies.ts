import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import type { PolicyName } from '../../../domain/policies/rate-policy.ts'
import { t } from '../../../text/sentences.ts'

/** What changes of policies, and questions to them, are responded to with. */
export const policiesText = {
  changed: (name: PolicyName) => `Rate policy changed: ${t.policies.names[name]}`,
  undone: (name: PolicyName) => `Rate policy put back: ${t.policies.names[name]}`,
  noChange: 'There is no such change of a rate policy.',
  changedMeanwhile: (name: PolicyName, user: string | null, words: string) =>
    `${user ?? 'Somebody'} has changed “${t.policies.names[name]}” to “${words}” meanwhile. ` +
    'Nothing was saved.',
  changedSince: (name: PolicyName) =>
    `“${t.policies.names[name]}” was changed again since, or put back already. ` +
    'Nothing was changed.',
  none: (words: string, currency: Currency, date: CalendarDate) =>
    `No rate of ${currency} is known for ${formatDay(date)}: ${words}.`,
}
