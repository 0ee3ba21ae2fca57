import { sql } from 'kysely'
import { customsRow, type CustomsImport, type ImportRow } from '../../contract/imports.ts'
import {
  addDays,
  dayInColombo,
  daysBetween,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { currencies, unitsFields, type Currency } from '../../domain/currency.ts'
import { CUSTOMS_DAYS_AHEAD, type CustomsWeek } from '../../domain/customs-week.ts'
import { toWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { ApiError, invalid } from '../errors.ts'
import { readCustomsWeeks, type CustomsWeeks } from '../rates/read-other-facts.ts'
import { checkManualRate } from '../entries/warnings.ts'
import type { RowKind } from './row-kind.ts'
import { enteredRate, importState } from './rates.ts'

export const CUSTOMS_ROWS: RowKind<CustomsImport> = {
  action: 'import exchange rates',
  fact: 'rate',
  row: customsRow,
  unchanged: () => t.customsImportText.unchanged,
  check: async (body, db, deps) => {
    const { first_day: firstDay, last_day: lastDay, gazette, document = null, rows } = body
    refuseFarAhead(firstDay, dayInColombo(deps.clock()))
    const week = { firstDay, lastDay, gazette, document }
    const weeks = await readCustomsWeeks(db)
    const isNew = isOtherWeek(week, weeks)
    const concerns = isNew ? concernsAbout(week, weeks) : []
    const days = rows.map(({ currency }) => ({
      ...seriesOf(currency, 'customs'),
      date: firstDay,
    }))
    const state = await importState(db, deps, days)
    const seen = new Map<Currency, number>()
    return {
      rows: rows.map(({ currency, rate, line }, index): ImportRow => {
        const place = { row: index + 1, line: line ?? index + 1 }
        const before = seen.get(currency)
        seen.set(currency, place.line)
        const entry = { ...seriesOf(currency, 'customs'), date: firstDay, rate, line: place.line }
        const old = state.entered(entry, firstDay)
        const warnings = old === rate ? [] : checkManualRate(state.book, entry)
        const remarks = [...concerns, ...warnings.map(({ sentence }) => sentence)]
        const usual = old === undefined ? 'new' : old === rate ? 'unchanged' : 'replaces'
        return {
          ...place,
          date: firstDay,
          currency,
          kind: 'customs',
          rate: toWire(rate),
          ...unitsFields(currency),
          state: before !== undefined ? 'wrong' : remarks.length > 0 ? 'doubtful' : usual,
          sentence:
            before === undefined
              ? remarks.join(' ')
              : t.customsImportText.otherRate({ line: before, currency }),
          replaces: old === undefined ? null : toWire(old),
          warnings,
        }
      }),
      missing: currencies().filter((each) => !rows.some(({ currency }) => currency === each)),
      schedule: {
        subject: 'customs schedule',
        date: firstDay,
        fact: { last_day: lastDay, gazette, document },
      },
      isScheduleNew: isNew,
      changeOf: enteredRate,
      described: (_rows, { added, replaced }) =>
        t.auditText.customsEntered({ first: firstDay, last: lastDay, added, replaced }),
      message: ({ replaced }) =>
        t.customsImportText.entered({ first: firstDay, last: lastDay, replaced }),
    }
  },
  refuseLeft: async (db, id) => {
    throw new ApiError('conflict', await inTheWay(db, id))
  },
  undone: (id, undone) => t.auditText.customsUndone({ id, ...undone }),
}

function isOtherWeek(week: CustomsWeek, weeks: CustomsWeeks): boolean {
  const old = weeks.get(week.firstDay)
  return (
    old?.lastDay !== week.lastDay || old.gazette !== week.gazette || old.document !== week.document
  )
}

function refuseFarAhead(firstDay: CalendarDate, today: CalendarDate): void {
  const last = addDays(today, CUSTOMS_DAYS_AHEAD)
  if (firstDay > last) throw invalid({ first_day: [t.customsImportText.outside({ last })] })
}

/** A schedule is usually for a week and follows the one before. */
function concernsAbout({ firstDay, lastDay }: CustomsWeek, weeks: CustomsWeeks): string[] {
  const days = daysBetween(firstDay, lastDay) + 1
  const before = [...weeks.values()].findLast((each) => each.firstDay < firstDay)
  const after = [...weeks.values()].find((each) => each.firstDay > firstDay)
  return [
    days === 7 ? '' : t.customsImportText.noWeek({ days }),
    before && addDays(before.lastDay, 1) !== firstDay
      ? t.customsImportText.endsBefore({ last: before.lastDay })
      : '',
    after && addDays(lastDay, 1) !== after.firstDay
      ? t.customsImportText.beginsAfter({ first: after.firstDay })
      : '',
  ].filter(Boolean)
}

async function inTheWay(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ id: number; gazette: string | null }>`
    SELECT later.id, (SELECT s.fact ->> 'gazette' FROM public.change s
      WHERE s.version BETWEEN later.first_change AND later.last_change
        AND s.subject = 'customs schedule' LIMIT 1) AS gazette
    FROM public.audit_entry e
      JOIN public.change c ON c.version BETWEEN e.first_change AND e.last_change
      CROSS JOIN LATERAL public.newest_of(c) n
      JOIN ${RECORDED_CHANGES} newer ON newer.version = n.version
      JOIN public.audit_entry later ON later.id = newer.entry
    WHERE e.id = ${id} AND n.version <> c.version AND n.restores IS DISTINCT FROM c.version
    ORDER BY later.id DESC LIMIT 1`.execute(db)
  const { id: later = 0, gazette = null } = rows[0] ?? {}
  return gazette === null
    ? t.customsImportText.changedSince({ entry: later })
    : t.customsImportText.undoLaterFirst({ id: later, gazette })
}
