import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { formatDay, t } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { configuredFeed, runImport, type ImportRun } from '../feeds/run-import.ts'
import { importHistory, readHistoryFile } from '../imports/history.ts'
import { StartError } from '../start-error.ts'
import { readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run rates:import          imports from the configured feed now
npm run rates:import -- FILE  imports a CSV file of your own history`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [file, ...more] = positionals

await runCommand((database, config) => {
  if (more.length > 0) throw new StartError(`Name only one file.\n\n${USAGE}`)
  return file === undefined ? importFromFeed(database, config) : importFromFile(database, file)
})

async function importFromFeed({ appUrl }: OpenDatabase, config: Config): Promise<number> {
  const feed = configuredFeed(config)
  if (!feed) {
    console.error('RATE_FEED is off: set it, or name a CSV file.')
    return 1
  }
  await using db = connect(appUrl).db
  const run = await runImport({ db, feed, clock: (await DatabaseClock.start(db)).now })
  for (const line of describeRun(t.sourceNames[feed.name], run)) console.log(line)
  return run.failure === null ? 0 : 1
}

async function importFromFile({ ownerUrl }: OpenDatabase, path: string): Promise<number> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  await using db = connect(ownerUrl, { statementTimeoutMs: 0, name: 'rupee-rates rates:import' }).db
  const at = (await DatabaseClock.start(db)).now()
  const { rates, errors } = await readHistoryFile(bytes.toString('utf8'), dayInColombo(at))
  if (errors.length > 0) {
    console.error(`Nothing was imported from ${path}:`)
    for (const sentence of errors) console.error(`  ${sentence}`)
    return 1
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const imported = await db
    .transaction()
    .execute((trx) => importHistory(trx, rates, { at, sha256 }))
  const { added, replaced, unchanged, sampleRemoved } = imported
  console.log(`Imported ${path}: ${added} new, ${replaced} replaced, ${unchanged} unchanged.`)
  if (sampleRemoved) console.log('The sample is removed.')
  return 0
}

function describeRun(name: string, { requested, added, corrected, refused, failure }: ImportRun) {
  if (!requested) return [`Nothing was requested from ${name}: today's requests are used up.`]
  return [
    `Requested ${requested.days} days from ${name}, from ${formatDay(requested.from)} on.`,
    `${added} new, ${corrected} corrected.`,
    ...refused.map((sentence) => `Refused: ${sentence}.`),
    ...(failure === null ? [] : [`Failed: ${failure}.`]),
  ]
}
