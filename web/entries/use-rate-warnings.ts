import { useState } from 'react'
import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import { call, errorOf } from '../api.ts'

type Entry = InputOf<'POST /api/exchange-rate/manual'>['body']
type Checked = ResponseOf<'POST /api/exchange-rate/manual/check'>['data']

/** A rate that looks wrong, until someone has said whether it is meant. */
export interface PendingWarning extends Checked {
  readonly entry: Entry
  /** The reason why it is right or the rate that was meant; undefined: it will be corrected. */
  readonly response: (answer: Pick<Entry, 'reason'> | Pick<Entry, 'rate'> | undefined) => void
}

/** An entry that may be sent. */
interface ConfirmedEntry {
  /** With its reason where one was asked for. */
  readonly entry: Entry
  /** The rate that it replaces, null for none; undefined where that could not be found out. */
  readonly replaces: number | null | undefined
}

/**
 * Has the server look at a rate before it is entered, and asks about what looks wrong. It forbids
 * nothing: whoever says why, or takes the rate that was meant, goes on, and a check that cannot be
 * had stands in nobody's way.
 */
export function useRateWarnings() {
  const [warning, setPending] = useState<PendingWarning>()
  /** What to send; undefined where it is to be corrected. */
  const confirm = async (entry: Entry): Promise<ConfirmedEntry | undefined> => {
    const checked = await checkRate(entry)
    const replaces = checked?.replaces
    if (!checked || checked.warnings.length === 0) return { entry, replaces }
    const answer = await new Promise<Parameters<PendingWarning['response']>[0]>((response) =>
      setPending({ ...checked, entry, response }),
    )
    setPending(undefined)
    return answer && { entry: { ...entry, ...answer }, replaces }
  }
  return { warning, confirm }
}

/**
 * What the server says of a rate; undefined where it cannot be had. Rejects where the rate may not
 * be entered at all.
 */
export async function checkRate(entry: Entry): Promise<Checked | undefined> {
  try {
    return (await call('POST /api/exchange-rate/manual/check', { body: entry })).data
  } catch (thrown) {
    const error = errorOf(thrown)
    // What is wrong with the entry itself, or with who sends it, the entering would meet as well.
    if (error.status >= 400 && error.status < 500 && error.status !== 404) throw thrown
    return undefined
  }
}
