import '../text/load-sentences.ts'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import pg from 'pg'
import { configure, readConfig, type Config } from '../config.ts'
import { connect, type ConnectOptions } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { openDatabase, type OpenDatabase, type OpenOptions } from '../database/open-database.ts'
import { ApiError } from '../errors.ts'
import { StartError } from '../start-error.ts'

/** Ends the process for `--help` and unknown arguments. */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T, failed = 1) {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(failed)
  }
}

/** Connects as the owner of the tables. `at` is the database's time. */
export async function connectOwner(url: string, name: string, options: ConnectOptions = {}) {
  const { db } = connect(url, { name: `rupee-rates ${name}`, ...options })
  const { now } = await DatabaseClock.start(db)
  return { db, now, at: now(), [Symbol.asyncDispose]: () => db.destroy() }
}

/**
 * Opens the configured database, migrates it unless `migrate` is false, and closes it. `work`
 * returns the exit status. Prints the sentence of a StartError or ApiError and exits with `failed`.
 */
export async function runCommand(
  work: (database: OpenDatabase, config: Config) => Promise<number>,
  options: { failed?: number } & OpenOptions = {},
): Promise<void> {
  // Work continues if the reader closes the output.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    const config = readConfig(process.env)
    configure(config)
    const database = await openDatabase(config, (sentence) => console.error(sentence), options)
    try {
      process.exitCode = await work(database, config)
    } finally {
      await database.stop()
    }
  } catch (error) {
    const isSentence = error instanceof StartError || error instanceof ApiError
    if (error instanceof pg.DatabaseError)
      console.error(`The database refused the command, so nothing was changed: ${error.message}.`)
    else console.error(isSentence ? error.message : error)
    process.exitCode = options.failed ?? 1
  }
}
