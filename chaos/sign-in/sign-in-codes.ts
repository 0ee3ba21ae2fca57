import type { Scenario } from '../scenario.ts'
import { Tally } from '../../harness/load/tally.ts'
import { codeFromMailbox, register, verify } from '../../harness/users/sign-in-users.ts'
import { countOf, type SuperuserAccess } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const RIGHT_TRIALS = 40
const RIGHT_AT_ONCE = 50

export const rightCodes: Scenario = {
  name: 'right-codes',
  title: `one right code ${RIGHT_AT_ONCE} times at once, ${RIGHT_TRIALS} trials`,
  pass: `exactly one session in ${RIGHT_TRIALS} of ${RIGHT_TRIALS} trials`,
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    let exact = 0
    const statuses = new Tally<number>()
    for (let trial = 1; trial <= RIGHT_TRIALS; trial++) {
      const email = `right${trial}@example.lk`
      await register(server.http, email)
      const code = await codeFromMailbox(server.http, email)
      const responses = await Promise.all(
        Array.from({ length: RIGHT_AT_ONCE }, () => verify(server.http, email, code)),
      )
      for (const { status } of responses) statuses.note(status)
      const sessions = await countOf(
        database,
        'SELECT count(*) FROM app_session JOIN app_user u ON u.id = user_id WHERE email = $1',
        [email],
      )
      if (sessions === 1 && responses.filter(({ status }) => status === 200).length === 1) exact++
    }
    return {
      figures: `exactly one session in ${exact} of ${RIGHT_TRIALS} trials (${statuses.words})`,
      ok: exact === RIGHT_TRIALS,
    }
  },
}

const WRONG_TRIALS = 20
const WRONG_AT_ONCE = 200

export const wrongCodes: Scenario = {
  name: 'wrong-codes',
  title: `${WRONG_AT_ONCE} wrong codes at once, then the right one, ${WRONG_TRIALS} trials`,
  pass: `at most 5 counted, the right one refused, ${WRONG_TRIALS} of ${WRONG_TRIALS}`,
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    let held = 0
    let most = 0
    let signedIn = 0
    const statuses = new Tally<number>()
    for (let trial = 1; trial <= WRONG_TRIALS; trial++) {
      const email = `wrong${trial}@example.lk`
      await register(server.http, email)
      const code = await codeFromMailbox(server.http, email)
      const guesses = wrongGuesses(code, WRONG_AT_ONCE)
      for (const { status } of await Promise.all(guesses.map((guess) => verify(server.http, email, guess))))
        statuses.note(status)
      const counted = await failuresOf(database, email)
      most = Math.max(most, counted)
      const { status } = await verify(server.http, email, code)
      if (status === 200) signedIn++
      if (counted <= 5 && status !== 200 && status < 500) held++
    }
    return {
      figures: `${held} of ${WRONG_TRIALS} trials: at most ${most} counted, the right one signed in ${signedIn} times (the wrong ones: ${statuses.words})`,
      ok: held === WRONG_TRIALS,
    }
  },
}

/** So many codes that are not this one. */
export function wrongGuesses(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  )
}

/** How many wrong codes the database has counted for an address, as a chain of failures. */
export function failuresOf(database: SuperuserAccess, email: string): Promise<number> {
  return countOf(
    database,
    'SELECT failures_in_a_row AS count FROM sign_in_code JOIN app_user u ON u.id = user_id WHERE email = $1',
    [email],
  )
}
