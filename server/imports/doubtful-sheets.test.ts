import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { previewImport } from '../../contract/imports.ts'
import { unitsFields } from '../../domain/currency.ts'
import { readLines } from '../../domain/imports/lines.ts'
import { proposeMapping } from '../../domain/imports/proposal.ts'
import { readFile } from '../../web/imports/read-file.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { startTestApp } from '../testing/test-app.ts'

const run = await startTestApp({
  now: '2026-11-21T06:30:00Z',
  env: { CURRENCIES: 'USD,AUD,CAD,GBP,JPY' },
})
const { headers } = await signedInUser(run, 'Nimal Perera')

/** The rows that a page sends for a sheet whose proposal is confirmed. */
function rowsOfSheet(name: string): object[] {
  const bytes = readFileSync(join(import.meta.dirname, '../../domain/imports/sheets', name))
  const { grid } = readFile(bytes)
  const mapping = { ...proposeMapping(grid, 'rates'), kind: 'indicative' as const }
  const lines = [...readLines(grid, mapping, 'rates')].flat()
  return lines.flatMap(({ row, date, currency, kind, rate }) =>
    currency ? [{ line: row, date, currency, kind, rate, ...unitsFields(currency) }] : [],
  )
}

// A page ticks no doubtful row by itself.
test.each([
  ['24-per-100-usd.csv', 4],
  ['n09-yen-per-100-unmarked.csv', 1],
])('doubts each rate of %s, a hundred times the usual one', async (name, count) => {
  const { status, body } = await sendRequest<typeof previewImport>(run, {
    method: 'POST',
    url: '/api/exchange-rate/import/preview',
    headers,
    payload: { rows: rowsOfSheet(name) },
  })
  expect(status).toBe(200)
  expect(body.data.counts).toEqual({ doubtful: count })
})
