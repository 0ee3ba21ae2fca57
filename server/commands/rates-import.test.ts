import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { currentRate } from '../../contract/rates/rates.ts'
import { startRatesApp } from '../entries/manual-rates.fixture.ts'
import { startFeedServer } from '../feeds/feed-server.fixture.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { runCommandHere, runOperatorCommand } from '../testing/run-operator-command.ts'
import { testDatabase } from '../testing/test-database.ts'

const feed = await startFeedServer()
const database = await testDatabase()

const env = {
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  RATE_FEED: 'cbsl',
  RATE_FEED_URL: feed.url,
}
const importRates = (parameters: readonly string[] = [], more: Record<string, string> = {}) =>
  runCommandHere('rates-import', parameters, { ...env, ...more })

test('rates:import, run as a program, prints what it requested and stored', async () => {
  const program = [join(import.meta.dirname, 'rates-import.ts')]
  const printed = await new Promise((resolve) => {
    execFile(process.execPath, program, { env }, (error, stdout, stderr) =>
      resolve(error ?? stdout + stderr),
    )
  })
  expect(printed).toMatch(
    /^Requested 400 days from Central Bank of Sri Lanka, from .* on\.\n\d+ new, 0 corrected\.\n$/,
  )
})

test('rates:import --from continues with the archive until it is complete', async () => {
  feed.requested.length = 0
  const { printed, status } = await importRates(['--from', '2011-01-01'])
  expect(printed).toMatch(
    /\n1 Jan 2011 to .*: \d+ new, 0 corrected\.\nThe archive from 1 Jan 2011 on is complete\.\n$/,
  )
  expect(feed.requested.some((url) => url.includes('from=2011-01-01'))).toBe(true)
  expect(status).toBe(0)
  const again = await importRates(['--from', '2011-01-01'])
  expect(again.printed).not.toContain('1 Jan 2011 to ')
  for (const day of ['2001-01-01', '2011-02-30', 'yesterday'])
    expect((await importRates(['--from', day])).printed).toBe(
      '--from takes a day from 2006-11-11 on.\n',
    )
})

test('rates:import prints the error of the feed and exits with 1', async () => {
  feed.respondWith((_, response) => response.writeHead(503).end())
  const { printed, status } = await importRates()
  expect(printed).toContain('answered with status 503.')
  expect(status).toBe(1)
})

test('rates:import refuses if the feed is off', async () => {
  const { printed, status } = await importRates([], { RATE_FEED: 'off' })
  expect(printed).toBe('RATE_FEED is off: set it, or name a CSV file.\n')
  expect(status).toBe(1)
})

test('rates:import loads a whole file beside a running server', async () => {
  const ratesApp = await startRatesApp()
  const { run, nimal } = ratesApp
  const current = async (query: string) =>
    (await run.get<typeof currentRate>(`/api/exchange-rate/current/${query}`)).body.data
  const importFile = (text: string, more: string[] = []) => {
    const file = join(run.deps.config.dataDir, 'history.csv')
    writeFileSync(file, text)
    return runOperatorCommand(run, 'rates-import', [file, ...more], { RATE_FEED: 'off' })
  }
  const entries = async () => (await ratesApp.recent('?sort=rate&direction=asc')).body.data
  try {
    await publish(run, 'sample', 'GBP', { '2026-09-29': '438.0599' })
    await ratesApp.post({ date: '2026-09-28', base_currency: 'USD', rate: 331 })

    const days = Array.from({ length: 21 }, (_, index) => `2020-03-${index + 10},USD,1.23456,`)
    const wrong = [
      '2026-09-31,USD,300,',
      '29/09/2026,EUR,300,',
      '2026-09-29,EUR,-1,',
      '2026-09-28,GBP,1,spot',
    ]
    const refused = await importFile(
      ['date,currency,rate,kind', '2026-09-29,USD,332,', ...wrong, ...days].join('\n'),
    )
    expect(refused.status).toBe(1)
    const lines = refused.printed.trimEnd().split('\n')
    expect(lines.slice(1, 9).map((line) => line.trim().replace(/:.*/, ''))).toEqual([
      'line 3, date',
      'line 4, currency',
      'line 4, date',
      'line 5, currency',
      'line 5, rate',
      'line 6, kind',
      'line 7, rate',
      'line 8, rate',
    ])
    expect(lines).toHaveLength(22)
    expect(lines.at(-1)).toBe('  And 7 more.')
    const late = await importFile('date,currency,rate\n2999-01-01,USD,300\n2020-03-01,USD,300')
    expect(late.printed).toMatch(/line 2, date: 1 Jan 2999 is after today, /)
    expect(await entries()).toHaveLength(1)

    const file = [
      '2006-11-13,USD,108.5,',
      '2026-09-28,USD,331.5,',
      '2026-09-28,GBP,437.7,',
      '2026-09-28,USD,335.75,tt-selling',
    ]
    const imported = await importFile(['date,currency,rate,kind', ...file, file[0]].join('\r\n'))
    expect(imported.printed).toMatch(
      /: 3 new, 1 replaced, 0 unchanged\.\nThe sample is removed\.\n$/,
    )
    await expect
      .poll(async () => await current('USD?date=2006-11-20'))
      .toMatchObject({
        date: '2006-11-13',
        rate: 108.5,
        source: 'manual',
      })
    expect(await current('USD?date=2026-09-28')).toMatchObject({ rate: 331.5 })
    expect((await entries()).map(({ kind, rate, created_by }) => [kind, rate, created_by])).toEqual(
      [
        [undefined, 108.5, 'Operator'],
        [undefined, 331.5, 'Nimal Perera'],
        ['tt-selling', 335.75, 'Operator'],
        [undefined, 437.7, 'Operator'],
      ],
    )
    expect(
      (await importFile(['date,currency,rate,kind', ...file.slice(0, 3)].join('\n'))).printed,
    ).toContain('0 new, 0 replaced, 3 unchanged')

    const [audited, ...more] = (await ratesApp.trail()).filter(
      ({ action }) => action === 'import exchange rates',
    )
    expect(more).toEqual([])
    expect(audited).toMatchObject({
      user_id: null,
      description: 'Imported a file of rates: 3 new, 1 replaced; the sample is removed',
    })
    expect(JSON.parse(audited?.metadata ?? '')).toMatchObject({
      source: 'manual',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect((await ratesApp.recent()).body.data.map(({ created_by }) => created_by)).toContain(
      'Operator',
    )

    // Any user could otherwise remove the whole history of an installation.
    const byUser = await run.app.inject({
      method: 'POST',
      url: `/api/exchange-rate/import/${audited?.id}/undo`,
      headers: nimal.headers,
    })
    expect([byUser.statusCode, byUser.json<{ message: string }>().message]).toEqual([
      403,
      'Only the operator can undo this import, with npm run rates:undo.',
    ])
    const undone = await runOperatorCommand(run, 'rates-undo', [
      ...['--by', 'operator', '--since', '2026-01-01'],
    ])
    expect(undone.printed).toContain('What operator did to rates is undone: 3 deleted, 1 put back')

    const slip = 'date,currency,rate,accept\n2026-09-26,USD,330.5,\n2026-09-27,USD,33.1,'
    const doubted = await importFile(slip)
    expect([doubted.status, await entries()]).toMatchObject([1, [{ rate: 331 }]])
    expect(doubted.printed).toMatch(
      /Nothing was imported from .*: 1 rates? looks? wrong.\n  line 3: 33.1000 .*\n[^]*--accept 'moved decimal point/,
    )
    const [, codes = ''] = /--accept '(.*)'/.exec(doubted.printed) ?? []
    expect((await importFile(slip, ['--accept', 'nonsense'])).printed).toContain('takes a list of')
    expect((await importFile(slip, ['--accept', codes])).printed).toContain(': 2 new, ')
    await runOperatorCommand(run, 'rates-undo', ['--by', 'operator', '--since', '2026-01-01'])
    expect((await importFile(slip + codes)).printed).toContain(': 2 new, ')
  } finally {
    await run.close()
  }
})
