import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CSV_TYPE } from '../../contract/endpoint.ts'
import * as contract from '../../contract/imports.ts'
import { rateOf } from '../../domain/money.ts'
import type { RateWarningKind } from '../../domain/rate-warnings.ts'
import { t } from '../../text/sentences.ts'
import { changeRates } from '../rates/write-rates.ts'
import { refuseDoubtful } from '../rates/doubtful-rates.ts'
import { invalid } from '../errors.ts'
import type { SignedIn } from '../identity/actor.ts'
import { serve } from '../http/serve.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { commitImport, isImportable, kindOfRows, readImports, undoImport } from './commit.ts'
import { checkedRows, readCsv } from './csv.ts'
import { enteredRate } from './rates.ts'

export function importRoutes(app: FastifyInstance, deps: RateContext): void {
  const { readDb } = deps
  const { writeOnce } = changeRates(deps)
  const { write } = changeRates(deps, true)

  void app.register((scope, _options, done) => {
    scope.addContentTypeParser<Buffer>(
      CSV_TYPE,
      { parseAs: 'buffer' },
      (_request, body, parsed) => {
        try {
          parsed(null, { rows: importableRows(readCsv(textOf(body))) })
        } catch (error) {
          parsed(error as Error, undefined)
        }
      },
    )
    // Rows are checked in slices: ten thousand at once would keep other requests waiting.
    const options = { body: contract.uncheckedImportBody }

    serve(
      scope,
      contract.previewImport,
      async ({ body: given, request, reply }) => {
        const body = await checkedBody(given, request)
        const checked = await kindOfRows(body).check(body, readDb, deps)
        const { rows, missing } = checked
        const counts = Map.groupBy(rows, ({ state }) => state)
        const rest = {
          counts: Object.fromEntries([...counts].map(([state, each]) => [state, each.length])),
          importable: isImportable(checked),
          ...(missing && { missing: [...missing] }),
        }
        void reply.type('application/json; charset=utf-8')
        return Readable.from(dataWithRows(rows, rest), { highWaterMark: 2 })
      },
      options,
    )

    serve(
      scope,
      contract.commitImport,
      async (call) => {
        const body = await checkedBody(call.body, call.request)
        return writeOnce(call, async (trx, writer) => {
          const checked = await kindOfRows(body).check(body, trx, deps)
          refuseDoubtfulRows(call.signedIn, checked.rows, body.rows)
          return { status: 201, body: await commitImport(trx, checked, body, writer) }
        })
      },
      options,
    )
    done()
  })

  serve(app, contract.undoImport, async (call) => {
    const { removed, putBack, left } = await write(call, (trx, writer) =>
      undoImport(trx, call.params.id, writer),
    )
    return {
      message: t.importsText.undone({ removed, putBack, left }),
      data: { removed, put_back: putBack, left },
    }
  })

  serve(app, contract.listImports, async ({ query: { subject = 'rates' } }) => ({
    data: await readImports(readDb, subject),
  }))
}

function refuseDoubtfulRows(
  signedIn: SignedIn,
  checked: readonly contract.ImportRow[],
  given: contract.ImportBody['rows'],
): void {
  refuseDoubtful(
    signedIn,
    checked.flatMap(({ state, line, warnings, ...row }, at) => {
      if (state !== 'doubtful' || warnings.length === 0) return []
      const { currency, kind, publisher, date, rate } = enteredRate(row)
      const { accept = [] } = (given[at] ?? {}) as { accept?: readonly RateWarningKind[] }
      const series = { currency, kind, publisher }
      return [{ ...series, date, rate: rateOf(rate ?? ''), warnings, line, accept }]
    }),
  )
}

function importableRows(rows: readonly object[]): readonly object[] {
  const isCustoms = rows.every((row) => 'kind' in row && row.kind === 'customs')
  if (isCustoms) throw invalid({ body: [t.ownFiles.customs] })
  return rows
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw invalid({ body: [t.httpText.bodyNotUtf8] })
  }
}

async function checkedBody(
  given: { readonly rows: readonly unknown[] } & Pick<contract.ImportBody, 'subject'>,
  { headers }: FastifyRequest,
): Promise<contract.ImportBody> {
  const isCsv = headers['content-type']?.startsWith(CSV_TYPE) ?? false
  const rows = await checkedRows(given.rows, kindOfRows(given).row, isCsv)
  return { ...given, rows } as contract.ImportBody
}

const PIECE = 250

/** Yields JSON in pieces, with other requests between. */
export async function* dataWithRows(rows: readonly object[], rest: object) {
  yield `{"data":{${JSON.stringify(rest).slice(1, -1)},"rows":[`
  for (let at = 0; at < rows.length; at += PIECE) {
    await setImmediate()
    yield (at === 0 ? '' : ',') + JSON.stringify(rows.slice(at, at + PIECE)).slice(1, -1)
  }
  yield ']}}'
}
