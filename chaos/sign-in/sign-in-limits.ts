import type { Scenario } from '../scenario.ts'
import { codeFromMailbox, newNetwork, register, verify } from '../../harness/users/sign-in-users.ts'
import { asSuperuser, countOf, type SuperuserAccess } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { failuresOf, wrongGuesses } from './sign-in-codes.ts'

const CODES = 21
const EMAIL = 'victim@example.lk'

export const codeFailures: Scenario = {
  name: 'code-failures',
  title: `5 wrong tries on each of ${CODES} new codes from 50 addresses, with kill -9 after the third`,
  pass: 'stopped at 20 within the hour; with hours gone by, never past 100 in a row; the count outlives kill -9',
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    const networks = Array.from({ length: 50 }, newNetwork)
    await register(server.http, EMAIL)
    let code = await codeFromMailbox(server.http, EMAIL)
    let tries = 0
    let survived: boolean | undefined
    /** An attacker who has waited for the next email; with `alsoForgiven`, for all that an hour forgives too. */
    const roundsOfGuesses = async (rounds: number, alsoForgiven: boolean) => {
      for (let round = 1; round <= rounds; round++) {
        for (const guess of wrongGuesses(code, 5))
          await verify(server.http, EMAIL, guess, networks[tries++ % networks.length])
        if (round === 3 && !alsoForgiven) {
          const before = await failuresOf(database, EMAIL)
          await server.kill()
          await server.start()
          survived = before === 15 && (await failuresOf(database, EMAIL)) === before
        }
        await letTimePass(database, alsoForgiven)
        code = await newCode(server, code)
      }
    }
    await roundsOfGuesses(CODES, false)
    const withinTheHour = await failuresOf(database, EMAIL)
    await letTimePass(database, true)
    await roundsOfGuesses(CODES, true)
    const inARow = await failuresOf(database, EMAIL)
    const { status } = await verify(server.http, EMAIL, code, newNetwork())
    return {
      figures: `${withinTheHour} of ${CODES * 5} counted within the hour, ${inARow} in a row after ${CODES} hours more; then the right code got ${status}; the count ${survived ? 'outlived' : 'DID NOT OUTLIVE'} kill -9`,
      ok: withinTheHour === 20 && inARow === 100 && status === 429 && survived === true,
    }
  },
}

/** Forgets the emails of the last hour and lets the code age by a minute; where wanted, forgets failures and the pause too. */
async function letTimePass(database: SuperuserAccess, alsoFailures: boolean): Promise<void> {
  await asSuperuser(database, 'DELETE FROM email_budget')
  await letMinutePass(database)
  if (alsoFailures)
    await asSuperuser(database, `UPDATE sign_in_code SET failures = '{}', paused_until = NULL`)
}

/** A minute and a bit goes by for the budgets of emails and for the newest code. */
async function letMinutePass(database: SuperuserAccess): Promise<void> {
  await asSuperuser(
    database,
    `UPDATE email_budget SET used = ARRAY(SELECT at - interval '61 s' FROM unnest(used) at ORDER BY at)`,
  )
  await asSuperuser(database, `UPDATE sign_in_code SET expires_at = expires_at - interval '61 s'`)
}

async function newCode(server: Server, before: string): Promise<string> {
  const body = { email: EMAIL }
  const response = await server.http.post('/api/auth/login', body, newNetwork())
  if (response.status !== 200) throw new Error(`A new code was refused: ${response.status} ${response.body}`)
  return codeFromMailbox(server.http, EMAIL, before)
}

const ADDRESSES = 50

export const emailLimits: Scenario = {
  name: 'email-limits',
  title: `a code asked for from ${ADDRESSES} addresses at once, again and again for an hour`,
  pass: 'at most 1 email in 60 s and 5 in an hour',
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    await register(server.http, EMAIL)
    const minutes: number[] = []
    let before = 0
    for (let minute = 0; minute < 8; minute++) {
      await Promise.all(
        Array.from({ length: ADDRESSES }, () =>
          server.http.post('/api/auth/login', { email: EMAIL }, newNetwork()),
        ),
      )
      const now = await countOf(database, 'SELECT count(*) FROM email_outbox')
      minutes.push(now - before)
      before = now
      await letMinutePass(database)
    }
    const total = minutes.reduce((sum, each) => sum + each, 0)
    return {
      figures: `${minutes.join(', ')} emails in the minutes of ${minutes.length * ADDRESSES} calls (the first by registering), ${total} in all`,
      ok: total === 5 && minutes.every((each) => each <= 1),
    }
  },
}
