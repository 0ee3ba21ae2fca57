import type { AuditEntry } from '../../contract/audit-log.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { seriesFields } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'
import {
  readChangeTotals,
  readShownChanges,
  shownOfEach,
  type ChangeTotals,
  type ShownChange,
} from './entry-changes-queries.ts'
import { readTexts, splitMetadata } from './typed-texts.ts'

type Metadata = AuditEntry['metadata']

export interface StoredEntry {
  readonly id: number
  readonly action: string
  /** JSON. */
  readonly metadata: string
  readonly first_change: number | null
  readonly last_change: number | null
}

/** An entry about one rate, which its metadata shows without a list. */
const isOfOneRate = ({ action }: Pick<StoredEntry, 'action'>) => action.endsWith(' exchange rate')

/** A feed, the sample or a file of the operator's: rates that are counted. */
const isCounted = (stored: Metadata) =>
  stored['feed'] !== undefined || stored['source'] !== undefined

/** The metadata of entries as shown, by number: stored, read from its changes, and typed. */
export async function composeMetadata(
  db: Db,
  entries: readonly StoredEntry[],
): Promise<ReadonlyMap<number, Metadata>> {
  const split = entries.map((entry) => ({ id: entry.id, ...splitMetadata(entry.metadata) }))
  const stored = new Map(split.map(({ id, said }) => [id, said]))
  await composeChanges(db, entries, stored)
  const commitments = split.flatMap(({ texts }) => Object.values(texts))
  const texts = await readTexts(
    db,
    commitments.filter((each) => each !== null),
  )
  for (const { id, texts: given } of split)
    for (const [name, hash] of Object.entries(given))
      stored.set(id, { ...stored.get(id), [name]: texts.get(hash ?? '')?.text ?? null })
  return stored
}

async function composeChanges(
  db: Db,
  entries: readonly StoredEntry[],
  stored: Map<number, Metadata>,
): Promise<void> {
  const changing = entries.flatMap(({ id, first_change: first, last_change: last }) =>
    first === null || last === null ? [] : [{ id, first, last }],
  )
  if (changing.length === 0) return
  const counted = changing.filter(({ id }) => isCounted(stored.get(id) ?? {}))
  const most = shownOfEach(changing)
  const [shown, totals] = await Promise.all([
    readShownChanges(db, changing, most),
    counted.length === 0 ? [] : readChangeTotals(db, counted),
  ])
  const changesOf = Map.groupBy(shown, ({ entry }) => entry)
  const totalsOf = new Map(totals.map((each) => [each.entry, each]))
  for (const entry of entries) {
    const said = stored.get(entry.id) ?? {}
    const all = changesOf.get(entry.id) ?? []
    const changes = all.slice(0, most)
    const [only] = changes
    if (only?.subject === 'rate policy') stored.set(entry.id, { ...changed(only), ...said })
    else if (isOfOneRate(entry) && only)
      stored.set(entry.id, { id: only.id, ...seriesOfChange(only), ...changed(only), ...said })
    else if (entry.first_change !== null)
      stored.set(entry.id, {
        ...withChanges(said, entry, changes, totalsOf.get(entry.id)),
        ...(all.length > most && {
          changes_total: (entry.last_change ?? 0) - entry.first_change + 1,
        }),
      })
  }
}

function withChanges(
  { remarks = {}, request_id, ...said }: Metadata,
  { first_change }: StoredEntry,
  changes: readonly ShownChange[],
  totals: ChangeTotals | undefined,
): Metadata {
  const schedules = changes.filter(({ subject }) => subject === 'customs schedule')
  const listed = changes.filter(({ subject }) => subject !== 'customs schedule')
  const list = listed.map((change) => ({
    ...changed(change),
    ...((remarks as Metadata)[change.version - (first_change ?? 0)] as Metadata | undefined),
  }))
  const isFeed = said['feed'] !== undefined
  const [first] = said['undone'] === true ? [] : changes
  const holiday = first?.subject === 'bank holiday' ? first.fact : null
  return {
    ...said,
    ...(holiday && { source: holiday['source'], scope: holiday['scope'] }),
    ...(schedules.length > 0 && ofSchedules(said, schedules)),
    ...(totals && counts(totals, isFeed)),
    ...((list.length > 0 || isFeed) && { [isFeed ? 'corrected' : 'changes']: list }),
    ...(request_id !== undefined && { request_id }),
  }
}

/** What a schedule of customs rates says; of several, and of one that was put back, the days. */
function ofSchedules(said: Metadata, schedules: readonly ShownChange[]): Metadata {
  const [only] = schedules
  if (said['import'] === 'customs rates' && only)
    return { kind: 'customs', first_day: only.date, ...only.fact }
  return {
    schedules: schedules
      .filter(({ fact, fact_before: before }) => JSON.stringify(fact) !== JSON.stringify(before))
      .map(({ date }) => date),
  }
}

const counts = (totals: ChangeTotals, isFeed: boolean): Metadata => ({
  first_day: totals.first_day,
  last_day: totals.last_day,
  new: totals.added,
  ...(!isFeed && { replaced: totals.replaced }),
  sample_removed: totals.sample_removed,
})

function changed(change: ShownChange) {
  const { subject, currency, date, part, from, to, fact_before, fact } = change
  if (subject === 'rate policy') return { policy: part, from: fact_before, to: fact }
  if (part !== null) return { ...seriesOfChange(change), unit: part, date, ...fact }
  if (currency !== null) return { date, ...seriesOfChange(change), from: wire(from), to: wire(to) }
  const name = (of: ShownChange['fact']) => of?.['name'] ?? null
  return { date, from: name(fact_before), to: name(fact) }
}

const seriesOfChange = ({ currency, kind, publisher }: ShownChange) =>
  currency !== null && kind !== null && seriesFields({ currency, kind, publisher })

/** What the database holds of a rate, as a JSON number. */
function wire(text: string | null): number | null {
  return text === null ? null : toWire(rateOf(text))
}
