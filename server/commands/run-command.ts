import '../text/load-sentences.ts'
import pg from 'pg'
import { setPublishers } from '../../domain/series.ts'
import { setCurrencies } from '../../domain/currency.ts'
import { readConfig, type Config } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../database/open-database.ts'
import { ApiError } from '../errors.ts'
import { StartError } from '../start-error.ts'

/**
 * Runs a command on the configured database, opened (migrated, unless `migrate` is false) and given
 * back. `work` returns the exit status; a StartError or ApiError is reported as its sentence with
 * status `failed`, 1 by default.
 */
export async function runCommand(
  work: (database: OpenDatabase, config: Config) => Promise<number>,
  options: { failed?: number; migrate?: boolean } = {},
): Promise<void> {
  // Whoever reads what is printed may stop reading; the work goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    const config = readConfig(process.env)
    setPublishers(config.publishers)
    setCurrencies(config.currencies)
    const database = await openDatabase(config, (sentence) => console.error(sentence), options)
    try {
      process.exitCode = await work(database, config)
    } finally {
      await database.stop()
    }
  } catch (error) {
    const isSentence = error instanceof StartError || error instanceof ApiError
    if (error instanceof pg.DatabaseError)
      console.error(`The database refused this, and nothing was changed: ${error.message}.`)
    else console.error(isSentence ? error.message : error)
    process.exitCode = options.failed ?? 1
  }
}
