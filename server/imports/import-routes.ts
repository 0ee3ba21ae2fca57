import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CSV_TYPE } from '../../contract/endpoint.ts'
import * as contract from '../../contract/imports/imports.ts'
import type { Transaction } from '../database/schema.ts'
import { KeyedQueue, countCall } from '../http/limits.ts'
import { serve } from '../http/serve.ts'
import type { Act } from '../identity/actor.ts'
import { previewSummary } from './preview-summary.ts'
import { isSpreadsheet, SheetReader } from './read-sheet.ts'
import { readText } from './read-text.ts'
import { commitImport, undoImport } from './commit-import.ts'
import { readImports } from './import-queries.ts'
import { kindOfRows, ROW_KINDS } from './row-kinds.ts'
import type { RateDependencies } from '../deps.ts'
import { changeRates } from '../rates/write-rates.ts'
import { t } from '../../text/sentences.ts'

/** Many rows of a kind in one press: look first, then all or nothing, and one press back. */
export function importRoutes(app: FastifyInstance, deps: RateDependencies): void {
  const { db, readDb, clock } = deps
  const { write, writeOnce } = changeRates(deps)
  const previews = new KeyedQueue({ atOnce: 1, waiting: 4 })

  const sheets = new SheetReader()
  app.addHook('preClose', (done) => {
    sheets.close()
    done()
  })

  serve(app, contract.readSheet, async ({ body, query, signedIn: { user } }) => {
    await countCall(db, 'file', `user ${user.id}`, clock())
    const bytes = await body.bytes()
    const isText = body.type.startsWith(CSV_TYPE) && !isSpreadsheet(bytes)
    if (isText) return { data: { text: readText(bytes), sheets: [], sheet: 1 } }
    return { data: await sheets.read(user.id, bytes, query.sheet) }
  })

  serve(app, contract.previewImport, async ({ body, reply, signedIn }) => {
    const checked = await previews.run(signedIn.user.id, async () => {
      const check = await kindOfRows(body).read(body)
      return check(readDb, deps)
    })
    void reply.type('application/json; charset=utf-8')
    return Readable.from(dataWithRows(checked.rows, previewSummary(checked, body)), {
      highWaterMark: 2,
    })
  })

  serve(app, contract.commitImport, async (call) => {
    const { body } = call
    const check = await kindOfRows(body).read(body)
    return writeOnce(call, async (trx, writer) => {
      const imported = await commitImport(trx, await check(trx, deps), body, writer)
      return { status: 201, body: imported }
    })
  })

  serve(app, contract.undoImport, async (call) => {
    const undo = (trx: Transaction, writer: Act) => undoImport(trx, call.params.id, writer)
    const { removed, putBack, left } = await write(call, undo)
    return {
      message: t.importsText.undone({ removed, putBack, left }),
      data: { removed, put_back: putBack, left },
    }
  })

  serve(app, contract.listImports, async ({ query: { subject = 'rates' } }) => ({
    data: await readImports(readDb, subject, ROW_KINDS[subject]),
  }))
}

/**
 * Rows that are turned into JSON at once; all ten thousand would keep other requests
 * waiting.
 */
const PIECE = 250

/** The JSON of a response with many rows, piece by piece, with other requests between. */
export async function* dataWithRows(rows: readonly object[], rest: object) {
  yield `{"data":{${JSON.stringify(rest).slice(1, -1)},"rows":[`
  for (let at = 0; at < rows.length; at += PIECE) {
    await setImmediate()
    yield (at === 0 ? '' : ',') + JSON.stringify(rows.slice(at, at + PIECE)).slice(1, -1)
  }
  yield ']}}'
}
