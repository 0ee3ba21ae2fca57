import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { checkUser, register, requestCode, type LetterState } from '../../contract/sign-in.ts'
import { actorOf } from '../actor.ts'
import { recordAuditEntry } from '../audit-trail/record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import type { AppDependencies } from '../dependencies.ts'
import { deliveryState } from '../email/outbox.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { createAccount } from '../registration/create-account.ts'
import { countRegistration } from './email-budgets.ts'
import { inEvenTime } from './even-time.ts'
import type { LetterDecision } from './request-code.ts'
import type { Occurrence } from './request-context.ts'
import { sendCode } from './sign-in-act.ts'
import { imitateSending } from './unknown-address.ts'

const SUSPENDED = 'This account is suspended. Contact the administrator of this service.'
const REGISTERED = 'Registration successful! Check your email for a OTP link.'

/** Registering, asking for a code, and asking whether an address is registered. */
export function letterRoutes(app: FastifyInstance, deps: AppDependencies, wakeCourier: () => void): void {
  serve(app, register, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store').code(201)
    const occurrence = { deps, request, now: deps.clock() }
    await countRegistration(deps, request, occurrence.now)
    const registered = async () => letterState(occurrence, await registerPerson(occurrence, body))
    const data = await inEvenTime(registered())
    wakeCourier()
    return { message: REGISTERED, data }
  })

  serve(app, requestCode, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const occurrence = { deps, request, now: deps.clock() }
    const asked = async () => {
      const decision = await sendCodeTo(occurrence, body.email)
      const state = await letterState(occurrence, decision ?? { expiresIn: 0, resendIn: 0 })
      if (!decision) throw new ApiError('not_registered', 'Email not registered please signup')
      return state
    }
    const data = await inEvenTime(asked())
    wakeCourier()
    return { message: 'OTP sent to your email' as const, data }
  })

  serve(app, checkUser, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    const user = await inEvenTime(findUser(deps.db, body.email).executeTakeFirst())
    return { data: { registered: user !== undefined } }
  })
}

async function registerPerson(
  occurrence: Occurrence,
  person: { name: string; email: string },
): Promise<LetterDecision> {
  const { deps, request, now } = occurrence
  return deps.db.transaction().execute(async (trx) => {
    const user = await createAccount(trx, deps.config, person, now)
    if (!user) throw new ApiError('already_registered', 'The Email is already Registered')
    const decision = await sendCode(trx, occurrence, user, true)
    await recordAuditEntry(trx, {
      action: 'register',
      description: '{user} registered',
      actor: actorOf(request, user),
      at: now,
    })
    return decision
  })
}

/** Undefined where nobody is registered with the address, after as much work. */
async function sendCodeTo(occurrence: Occurrence, email: string): Promise<LetterDecision | undefined> {
  const { deps } = occurrence
  return deps.db.transaction().execute(async (trx) => {
    // Locked, so that an unverified account is not removed meanwhile.
    const user = await findUser(trx, email).forKeyShare().executeTakeFirst()
    if (!user) {
      await imitateSending(trx, occurrence, email)
      return undefined
    }
    if (user.suspended_at) throw new ApiError('forbidden', SUSPENDED)
    return sendCode(trx, occurrence, user, false)
  })
}

function findUser(db: Kysely<Database>, email: string) {
  return db.selectFrom('app_user').select(['id', 'name', 'email', 'suspended_at']).where('email', '=', email)
}

async function letterState(
  { deps, now }: Occurrence,
  { expiresIn, resendIn }: Pick<LetterDecision, 'expiresIn' | 'resendIn'>,
): Promise<LetterState> {
  return { expires_in: expiresIn, resend_in: resendIn, delivery: await deliveryState(deps.db, now) }
}
