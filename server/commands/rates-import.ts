import { formatDay } from '../../domain/calendar-date.ts'
import { SOURCE_NAMES } from '../../domain/rate-precedence.ts'
import { formatRate } from '../../domain/money.ts'
import { connect } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { configuredFeed } from '../feeds/configured-feed.ts'
import { runImport, type ImportRun } from '../feeds/run-import.ts'
import { runCommand } from './run-command.ts'

// npm run rates:import: asks the configured feed now, beside a running server or without one, and tells what came of it.
await runCommand(async ({ appUrl }, config) => {
  const feed = configuredFeed(config)
  if (!feed) {
    console.error('RATE_FEED is off: there is no feed to import from.')
    return 1
  }
  const { db } = connect(appUrl)
  try {
    const signal = new AbortController().signal
    const run = await runImport({ db, feed, clock: (await DatabaseClock.start(db)).now, signal })
    for (const line of report(SOURCE_NAMES[feed.name], run)) console.log(line)
    return run.failure === null ? 0 : 1
  } finally {
    await db.destroy()
  }
})

function report(name: string, { asked, added, corrected, unchanged, refused, failure }: ImportRun): string[] {
  return [
    asked
      ? `Asked ${name} for ${asked.days} days, ${formatDay(asked.from)} to ${formatDay(asked.to)}.`
      : `Nothing to ask ${name} for: no day is missing.`,
    `${added} new, ${corrected.length} corrected, ${unchanged} unchanged.`,
    ...corrected.map(
      ({ currency, date, from, to }) =>
        `Corrected ${currency} of ${formatDay(date)} from ${formatRate(from)} to ${formatRate(to)}.`,
    ),
    ...refused.map((sentence) => `Refused: ${sentence}.`),
    ...(failure === null ? [] : [`Failed: ${failure}.`]),
  ]
}
