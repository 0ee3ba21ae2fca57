import type { User } from '../../contract/sign-in.ts'
import type { Language } from '../../contract/language.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { hasAccount, insertAccount, isInvited } from './account-queries.ts'
import { refuseReservedName } from '../identity/reserved-name.ts'
import { t } from '../../text/sentences.ts'

type Rules = Pick<Config, 'registration' | 'registrationDomains' | 'providerName'>

/**
 * Creates an account where `REGISTRATION` admits the address. Undefined where it has one already.
 * Throws a 403 that says who can register, and a 400 for a reserved name.
 */
export async function createAccount(
  trx: Transaction,
  rules: Rules,
  given: { name: string; email: string; language: Language },
  now: Date,
): Promise<User | undefined> {
  refuseReservedName(given.name, rules.providerName)
  const refusal = await refusalOf(trx, rules, given.email)
  if (refusal !== undefined) {
    if (await hasAccount(trx, given.email)) return undefined
    throw new ApiError('forbidden', refusal)
  }
  const approved_at = rules.registration === 'approved' ? null : now
  return insertAccount(trx, { ...given, created_at: now, approved_at })
}

const domainList = new Intl.ListFormat('en', { type: 'disjunction' })

async function refusalOf(
  trx: Transaction,
  { registration, registrationDomains: domains }: Rules,
  email: string,
): Promise<string | undefined> {
  if (registration === 'domains') {
    const at = email.lastIndexOf('@')
    // Some mail servers still read "%" and "!" as a route to another domain.
    if (!domains.includes(email.slice(at + 1)) || /[%!]/.test(email.slice(0, at)))
      return t.signInText.domainsOnly({ domains: domainList.format(domains) })
  }
  if (registration === 'invited' && !(await isInvited(trx, email))) return t.signInText.invitedOnly
  return undefined
}
