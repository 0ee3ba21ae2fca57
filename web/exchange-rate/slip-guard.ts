import { useState } from 'react'
import { checkManualRate, type recordManualRate } from '../../contract/manual-rate.ts'
import type { Answer, CallInput } from '../../contract/endpoint.ts'
import { call, faultOf } from '../api.ts'

type Entry = CallInput<typeof recordManualRate>['body']
type Checked = Answer<typeof checkManualRate>['data']

/** A rate that looks wrong, until someone has said whether it is meant. */
export interface Doubt extends Checked {
  readonly entry: Entry
  /** With the reason why it is right; undefined: it is not, and will be corrected. */
  readonly answer: (reason: string | undefined) => void
}

/**
 * Has the server look at a rate before it is entered, and asks about what looks wrong. It forbids nothing: whoever confirms and
 * says why goes on, and a check that cannot be had stands in nobody's way.
 */
export function useSlipGuard() {
  const [doubt, setDoubt] = useState<Doubt>()
  /** What to send: the entry, with its reason where one was asked for; undefined where it is to be corrected. */
  const settle = async (entry: Entry): Promise<Entry | undefined> => {
    const checked = await check(entry)
    if (!checked || checked.warnings.length === 0) return entry
    const reason = await new Promise<string | undefined>((answer) => setDoubt({ ...checked, entry, answer }))
    setDoubt(undefined)
    return reason === undefined ? undefined : { ...entry, reason }
  }
  return { doubt, settle }
}

async function check(entry: Entry): Promise<Checked | undefined> {
  try {
    return (await call(checkManualRate, { body: entry })).data
  } catch (thrown) {
    const fault = faultOf(thrown)
    // What is wrong with the entry itself, or with who sends it, the entering would meet as well.
    if (fault.status >= 400 && fault.status < 500 && fault.status !== 404) throw thrown
    return undefined
  }
}
