import { calendarDateOf, isCalendarDate, startInColombo } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesName } from '../../text/names.ts'
import { undoRates, type ChangedDay, type RateUndo } from '../entries/undo-rates.ts'
import { StartError } from '../start-error.ts'
import { readUser } from '../admin/users.ts'
import { connectOwner, readArguments, runCommand } from './run-command.ts'
import { formatDay } from '../../text/sentences.ts'

const USAGE = `npm run rates:undo -- --by EMAIL|operator --since INSTANT [--dry-run]
Restores the rates before the changes of one user or of the operator.
INSTANT is a day in Sri Lanka (2026-11-20) or a time with its zone (2026-11-20T14:05+05:30).`

const { values } = readArguments(USAGE, {
  options: {
    by: { type: 'string' },
    since: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
})

await runCommand(async ({ ownerUrl }) => {
  const { by, since: sinceText, 'dry-run': dryRun } = values
  const since = sinceText === undefined ? undefined : readInstant(sinceText)
  if (by === undefined || sinceText === undefined)
    throw new StartError(`--by and --since are needed.\n\n${USAGE}`)
  if (since === undefined)
    throw new StartError(`${sinceText} is neither a day nor a time with its zone.\n\n${USAGE}`)
  await using owner = await connectOwner(ownerUrl, 'rates:undo', { statementTimeoutMs: 0 })
  const { db, at } = owner
  const user = by === 'operator' ? null : await readUser(db, by)
  const options = { user, since, at, dryRun }
  const result = await db.transaction().execute((trx) => undoRates(trx, options))
  for (const line of describeUndo(by, result, dryRun)) console.log(line)
  return 0
})

function readInstant(text: string): Date | undefined {
  if (isCalendarDate(text)) return new Date(startInColombo(calendarDateOf(text)))
  const [day = '', time = ''] = text.split('T')
  const instant = new Date(text)
  const isInstant =
    isCalendarDate(day) && /^\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(time)
  return isInstant && !Number.isNaN(instant.getTime()) ? instant : undefined
}

function describeUndo(
  by: string,
  { undone, left, schedules }: RateUndo,
  dryRun: boolean,
): string[] {
  const deleted = undone.filter(({ before }) => before === null).length
  const counts = `${deleted} deleted, ${undone.length - deleted} put back, ${left.length} left`
  return [
    ...undone.map((day) => {
      const before = day.before === null ? 'deleted' : formatMoney(day.before)
      return `${nameDay(day)}: ${formatMoney(day.now)} -> ${before}`
    }),
    ...schedules.map(
      ({ first_day, gazette }) =>
        `Days of the customs rates of ${formatDay(first_day)}: ` +
        (gazette === null ? 'deleted' : `as gazette ${gazette} has them`),
    ),
    ...left.map(
      (day) =>
        `${nameDay(day)}: left at ${formatMoney(day.now)}, somebody else has changed it since`,
    ),
    dryRun
      ? `Nothing was changed. Without --dry-run: ${counts}.`
      : `What ${by} did to rates is undone: ${counts}.`,
  ]
}

function nameDay(day: ChangedDay): string {
  return `${seriesName(day)} of ${formatDay(day.date)}`
}

function formatMoney(text: string | null): string {
  return text === null ? 'no entry' : `${formatRate(rateOf(text))} ${TARGET_CURRENCY}`
}
