import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { calendarDateOf, dayInColombo, isCalendarDate } from '../../domain/calendar-date.ts'
import { RATE_WARNINGS, type RateWarningKind } from '../../domain/rate-warnings.ts'
import { formatDay, t } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { connect } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { importArchive } from '../feeds/import-archive.ts'
import type { RateFeed } from '../feeds/rate-feed.ts'
import { configuredFeed, runImport, type ImportRun } from '../feeds/run-import.ts'
import { findDoubts, importHistory, readHistoryFile } from '../imports/history.ts'
import { readFollowedFeed } from '../rates/read-other-facts.ts'
import { StartError } from '../start-error.ts'
import { connectOwner, readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run rates:import          imports from the configured feed now
npm run rates:import -- FILE  imports a CSV file of your own history
npm run rates:import -- --from 2011-01-01  continues with the feed's archive, the newest days first

--accept 'CODE; CODE'  imports rates of the file that look wrong in these ways`

const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: { accept: { type: 'string', default: '' }, from: { type: 'string' } },
})
const [file, ...more] = positionals
/** The Central Bank's pages begin then. */
const OLDEST_DAY = calendarDateOf('2006-11-11')
/** The same limit as for wrong fields. */
const MOST_NAMED = 20

await runCommand((database, config) => {
  if (more.length > 0) throw new StartError(`Name only one file.\n\n${USAGE}`)
  if (file !== undefined && values.from !== undefined)
    throw new StartError(`Name a file or --from.\n\n${USAGE}`)
  return file === undefined
    ? importFromFeed(database, config)
    : importFromFile(database, config, file)
})

async function importFromFeed({ appUrl }: OpenDatabase, config: Config): Promise<number> {
  const feed = configuredFeed(config)
  if (!feed) {
    console.error('RATE_FEED is off: set it, or name a CSV file.')
    return 1
  }
  const first = values.from === undefined ? undefined : readFirstDay(feed, values.from)
  await using db = connect(appUrl).db
  const { now: clock } = await DatabaseClock.start(db)
  const run = await runImport({ db, feed, clock })
  for (const line of describeRun(t.sourceNames[feed.name], run)) console.log(line)
  if (run.failure !== null) return 1
  return first ? await continueWithArchive({ db, clock }, feed, first) : 0
}

/** Throws a StartError unless the feed has an archive that reaches back to the day. */
function readFirstDay({ name, archive }: RateFeed, day: string) {
  if (!archive) throw new StartError(`${t.sourceNames[name]} has no archive.`)
  if (!isCalendarDate(day) || day < OLDEST_DAY)
    throw new StartError(`--from takes a day from ${OLDEST_DAY} on.`)
  return { archive, from: day }
}

async function continueWithArchive(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  feed: RateFeed,
  { archive, from }: ReturnType<typeof readFirstDay>,
): Promise<number> {
  const { isComplete, failure } = await importArchive({
    db,
    feed: { ...feed, archive },
    clock,
    from,
    onStep: ({ first, last, added, corrected, refused }) => {
      const days = `${formatDay(first)} to ${formatDay(last)}`
      console.log(`${days}: ${added} new, ${corrected} corrected.`)
      for (const sentence of refused) console.log(`Refused: ${sentence}.`)
    },
  })
  if (failure !== null) console.error(`Failed: ${failure}.`)
  console.log(
    isComplete
      ? `The archive from ${formatDay(from)} on is complete.`
      : 'The archive is not complete. Run the command again another day: it continues.',
  )
  return failure === null ? 0 : 1
}

function readCodes(text: string): RateWarningKind[] {
  const names = text.split(';').map((name) => name.trim())
  return names.flatMap((name) => {
    const code = RATE_WARNINGS.find((each) => each === name)
    if (code === undefined && name !== '')
      throw new StartError(`--accept takes a list of ${RATE_WARNINGS.join('; ')}`)
    return code ?? []
  })
}

async function importFromFile(
  { ownerUrl }: OpenDatabase,
  { rateFeed }: Config,
  path: string,
): Promise<number> {
  const accept = readCodes(values.accept)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  await using owner = await connectOwner(ownerUrl, 'rates:import', { statementTimeoutMs: 0 })
  const { db, at } = owner
  const today = dayInColombo(at)
  const { rates, errors } = await readHistoryFile(bytes.toString('utf8'), today)
  if (errors.length > 0) {
    console.error(`Nothing was imported from ${path}:`)
    for (const sentence of errors) console.error(`  ${sentence}`)
    return 1
  }
  const feed = await readFollowedFeed(db, rateFeed)
  const doubts = await findDoubts(db, rates, { feed, today, accept })
  if (doubts.length > 0) {
    const which = doubts.length === 1 ? '1 rate looks wrong' : `${doubts.length} rates look wrong`
    console.error(`Nothing was imported from ${path}: ${which}.`)
    for (const { line, warnings } of doubts.slice(0, MOST_NAMED))
      for (const { sentence } of warnings) console.error(`  line ${line}: ${sentence}`)
    if (doubts.length > MOST_NAMED) console.error(`  And ${doubts.length - MOST_NAMED} more.`)
    const codes = new Set(doubts.flatMap(({ warnings }) => warnings.map(({ kind }) => kind)))
    console.error(`If they are right, add --accept '${[...codes].join('; ')}'.`)
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
