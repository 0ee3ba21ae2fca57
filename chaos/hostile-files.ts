import { setTimeout as pause } from 'node:timers/promises'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from '../contract/imports/imports.ts'
import { XLSX_TYPE } from '../contract/endpoint.ts'
import { sheetOf, zipBomb } from '../server/testing/sheets.ts'
import type { Scenario } from '../harness/scenario.ts'
import { asSuperuser } from '../harness/database/postgres.ts'
import { check, none } from '../harness/figure.ts'
import { Counter } from '../harness/load/counter.ts'
import { LatencyProbe } from '../harness/load/latency-probe.ts'
import { repeat } from '../harness/load/repeat.ts'
import { signInUsers, type User } from '../harness/users/sign-in-users.ts'
import { Server } from '../harness/process/restartable-server.ts'

const FILES = 300
const USERS = 4

export const hostileFiles: Scenario = {
  title: `${USERS} users upload ${FILES} spreadsheets that are made to end or to hold up what reads them, while others read rates and upload good ones`,
  async run(scope) {
    const server = await Server.start(scope, { LOG_LEVEL: 'error' })
    const database = await server.database()
    const [good, ...wild] = await signInUsers(server.http, USERS + 1)
    const files = await hostileSheets()
    const sheet = await sheetOf(100)
    const [uploads, health, reads] = [1, 2, 3].map(() => new Counter<number>()) as Counters
    const probe = new LatencyProbe(scope, server.port)
    const waits: number[] = []
    const goodStatus = new Counter<number>()
    const others = repeat(3, async (line) => {
      if (line === 0) health.note((await server.http.attempt({ path: '/api/health/live' })).status)
      if (line === 1)
        reads.note((await server.http.attempt({ path: '/api/exchange-rate/board' })).status)
      if (line === 2) {
        const { status, ms } = await upload(server, good!, sheet)
        goodStatus.note(status)
        waits.push(ms)
        await pause(500)
      }
      await pause(20)
    })
    let sent = 0
    const lines = wild.map(async (user) => {
      while (sent < FILES) {
        const file = files[sent++ % files.length]!
        // Or the limit of a minute would refuse most of them unread.
        await asSuperuser(database, `DELETE FROM recent_calls WHERE kind = 'file'`)
        uploads.note((await upload(server, user, file)).status)
      }
    })
    await Promise.all(lines)
    await others.stop()
    return [
      none('hostile files that never reached the reader', uploads.without(200, 400, 413).total),
      none('answers of health/live other than 200', health.without(200).total),
      none('public reads not served', reads.without(200).total),
      none('good files not read', goodStatus.without(200).total),
      check('the longest that a good file took', Math.max(...waits), 'ms', { atMost: 2000 }),
      check('the longest public read', probe.longestMs(), 'ms', { atMost: 1000 }),
      `The hostile files got ${uploads.words}; good ones ${goodStatus.words}.`,
    ]
  },
}

type Counters = [Counter<number>, Counter<number>, Counter<number>]

const upload = ({ http }: Server, { headers }: User, payload: Buffer) =>
  http.attempt({
    method: readSheet.method,
    path: readSheet.url,
    payload,
    headers: { ...headers, 'content-type': XLSX_TYPE },
  })

/** One of each kind that is known to hurt a reader of spreadsheets. */
async function hostileSheets(): Promise<Buffer[]> {
  const parts = unzipSync(new Uint8Array(await sheetOf(1)))
  const name = Object.keys(parts).find((each) => /worksheets\/sheet\d+\.xml$/.test(each)) ?? ''
  const xml = new TextDecoder().decode(parts[name])
  const changed = (said: string, says: string) =>
    Buffer.from(zipSync({ ...parts, [name]: strToU8(xml.replace(said, says)) }))
  const attributes = Array.from({ length: 300_000 }, (_, at) => ` a${at}="1"`).join('')
  const lying = zipBomb()
  lying.writeUInt32LE(1000, lying.indexOf('PK\x01\x02') + 24)
  const strings = `<sst>${'<si><t>x</t></si>'.repeat(900_000)}</sst>`
  const entities = `<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><worksheet>&a;</worksheet>`
  return [
    ...['ZZZZZZ1', 'XFD1048576', 'zzzzzzz9', 'A9000000000000000'].map((address) =>
      changed('"C1"', `"${address}"`),
    ),
    changed('"C1"', '"&#90;ZZZZZ1"'),
    changed('<row', `<row${attributes}`),
    changed('<row', `<row>${'<c r="A1"/>'.repeat(1_200_000)}</row><row`),
    changed('<row', '<row>'.repeat(1_500_000)),
    zipBomb(),
    lying,
    Buffer.from(zipSync({ ...parts, 'xl/sharedStrings.xml': strToU8(strings) })),
    Buffer.from(zipSync({ ...parts, [name]: strToU8(entities) })),
  ]
}
