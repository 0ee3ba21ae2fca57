import type { Entry } from '../server/imports/rates.ts'
import '../server/text/load-sentences.ts'
import { undoRates } from '../server/entries/undo-rates.ts'
import { importHistory } from '../server/imports/history.ts'
import { calendarDateOf, fromDayNumber, toDayNumber } from '../domain/calendar-date.ts'
import type { Rate } from '../domain/money.ts'
import { allSeries } from '../domain/series.ts'
import { connectEmbedded } from '../harness/database/postgres.ts'
import { check, none } from '../harness/figure.ts'
import { Counter } from '../harness/load/counter.ts'
import { repeat } from '../harness/load/repeat.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import { codeFromMailbox, newNetwork, verify } from '../harness/users/sign-in-users.ts'

const RATES = 100_000
const FIRST_DAY = toDayNumber(calendarDateOf('1990-01-01'))

export const largeImport: Scenario = {
  title: `${RATES} rates are imported in one act and undone in one, while others register, sign in and sign out`,
  async run(scope) {
    const server = await Server.start(scope, { LOG_LEVEL: 'error' })
    const { http } = server
    const [waits, refused] = [[] as number[], new Counter<number>()]
    let number = 0
    const timed = async <T extends { status: number }>(call: () => Promise<T>): Promise<T> => {
      const begun = performance.now()
      const response = await call()
      waits.push(performance.now() - begun)
      if (response.status >= 400) refused.note(response.status)
      return response
    }
    const others = repeat(2, async () => {
      const email = `other${++number}@example.lk`
      const [network, body] = [newNetwork(), { name: 'Nimal Perera', email }]
      await timed(() => http.post('/api/auth/register', body, network))
      const code = await codeFromMailbox(http, email)
      const { body: signedIn } = await timed(() => verify(http, email, code, network))
      const { token } = JSON.parse(signedIn) as { token: string }
      const headers = { ...network, authorization: `Bearer ${token}` }
      await timed(() => http.post('/api/auth/logout', {}, headers))
    })
    const { importMs, undoMs, undone } = await importAndUndo(server)
    await others.stop()
    return [
      check('the import', importMs, 'ms', { atMost: 3000 }),
      check('the undo', undoMs, 'ms', { atMost: 3000 }),
      none('rates that it left', RATES - undone),
      check(`the longest of ${waits.length} other calls`, Math.max(...waits), 'ms', {
        atMost: 300,
      }),
      none('of them refused', refused.total),
    ]
  },
}

/** Calls what `npm run rates:import` and `npm run rates:undo` call. */
async function importAndUndo({ dataDir }: Server) {
  const all = allSeries()
  const rates = Array.from({ length: RATES }, (_, at): Entry => {
    const day = FIRST_DAY + Math.floor(at / all.length)
    const series = all[at % all.length]!
    return { ...series, line: at + 2, date: fromDayNumber(day), rate: (3_000_000 + at) as Rate }
  })
  await using db = await connectEmbedded(dataDir)
  const begun = new Date()
  const importMs = await measure(() =>
    db.transaction().execute((trx) => importHistory(trx, rates, { at: new Date(), sha256: '00' })),
  )
  let undone = 0
  const undoMs = await measure(async () => {
    const options = { user: null, since: begun, at: new Date(), dryRun: false }
    undone = (await db.transaction().execute((trx) => undoRates(trx, options))).undone.length
  })
  return { importMs, undoMs, undone }
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
