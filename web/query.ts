import { createContext, use, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Answer, Endpoint } from '../contract/endpoint.ts'
import { addressOf, type ApiFault, call, faultOf, faultOfAnswer, type Input } from './api.ts'

/** What a screen knows of an answer. `data` stays while it is asked for anew, so that nothing jumps. */
export interface Asked<T> {
  readonly data: T | undefined
  readonly fault: ApiFault | undefined
  /** Whether an answer is on its way. */
  readonly waiting: boolean
}

interface Entry {
  asked: Asked<unknown>
  /** `performance.now()` of the answer; 0 before the first and once it is known to be old. */
  answeredAt: number
  ask: () => void
  abort: AbortController | undefined
  /** Whether it came with the page: everybody's, and the page's text may yet have to be hydrated with it. */
  readonly ofPage: boolean
  readonly watchers: Set<() => void>
}

const NOTHING: Asked<never> = { data: undefined, fault: undefined, waiting: true }
/** An answer this young is shown without asking again. */
const FRESH_MS = 30_000

/** The answers that came with the page: the address of each GET, and the status and body that it was answered with. */
export type Answers = readonly (readonly [address: string, status: number, body: unknown])[]

/** The answers of GET calls by their address: asked once and shared by all who show them. */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>()

  constructor(answers: Answers = []) {
    for (const [address, status, body] of answers) {
      const given =
        status < 300
          ? { data: body, fault: undefined }
          : { data: undefined, fault: faultOfAnswer(status, body) }
      this.#entries.set(address, newEntry({ ...given, waiting: false }, true))
    }
  }

  /** The state of an answer; the same object until it changes. */
  read(address: string): Asked<unknown> {
    return this.#entries.get(address)?.asked ?? NOTHING
  }

  /** Asks for an answer unless a fresh one is there or on its way. */
  want<E extends Endpoint>(endpoint: E, input: Input<E>): void {
    const address = addressOf(endpoint, input)
    const entry = this.#entries.get(address) ?? newEntry(NOTHING)
    this.#entries.set(address, entry)
    entry.ask = () => void this.#ask(entry, endpoint, input)
    if (entry.abort || (entry.answeredAt > 0 && performance.now() - entry.answeredAt < FRESH_MS)) return
    entry.ask()
  }

  /** Watches an answer; the last to leave aborts what is still on its way. */
  watch(address: string, watcher: () => void): () => void {
    const entry = this.#entries.get(address) ?? newEntry(NOTHING)
    this.#entries.set(address, entry)
    entry.watchers.add(watcher)
    return () => {
      entry.watchers.delete(watcher)
      if (entry.watchers.size === 0) stop(entry)
    }
  }

  /**
   * Marks every answer under an address as old: what is on show is asked for again, and shown meanwhile unless it is to
   * be forgotten; the rest is dropped.
   */
  invalidate(startOfAddress: string, forget = false): void {
    for (const [address, entry] of this.#entries) {
      if (!address.startsWith(startOfAddress)) continue
      stop(entry)
      entry.answeredAt = 0
      if (forget && !entry.ofPage) entry.asked = NOTHING
      if (entry.watchers.size > 0) entry.ask()
      else if (!entry.ofPage) this.#entries.delete(address)
    }
  }

  async #ask<E extends Endpoint>(entry: Entry, endpoint: E, input: Input<E>): Promise<void> {
    const abort = new AbortController()
    entry.abort = abort
    show(entry, { ...entry.asked, waiting: true })
    try {
      const data = await call(endpoint, input, { signal: abort.signal })
      if (entry.abort !== abort) return
      entry.answeredAt = performance.now()
      show(entry, { data, fault: undefined, waiting: false })
    } catch (thrown) {
      if (entry.abort !== abort) return
      show(entry, { data: undefined, fault: faultOf(thrown), waiting: false })
    } finally {
      if (entry.abort === abort) entry.abort = undefined
    }
  }
}

export const Cache = createContext(new AnswerCache())

/** The answer to a GET call, asked for when it is first shown and again when `input` changes. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Asked<Answer<E>> & { readonly again: () => void } {
  const cache = use(Cache)
  const address = addressOf(endpoint, input)
  const asked = useSyncExternalStore(
    useCallback((watcher) => cache.watch(address, watcher), [cache, address]),
    () => cache.read(address),
    () => cache.read(address),
  ) as Asked<Answer<E>>
  // `input` is a new object at every render; its address says whether it is another one.
  const stable = useMemo(() => input, [address])
  useEffect(() => cache.want(endpoint, stable), [cache, endpoint, stable])
  const again = useCallback(() => cache.invalidate(address), [cache, address])
  return { ...asked, again }
}

/** The newest data that an answer had, for a screen that keeps showing the old while the new is on its way. */
export function useSteady<T>(data: T | undefined): T | undefined {
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return data ?? last
}

function newEntry(asked: Asked<unknown>, ofPage = false): Entry {
  const answeredAt = asked.waiting ? 0 : performance.now()
  return { asked, answeredAt, ask: () => undefined, abort: undefined, ofPage, watchers: new Set() }
}

/** Whoever asked is gone: what was known stays, and the next to want it asks again. */
function stop(entry: Entry): void {
  if (!entry.abort) return
  entry.abort.abort()
  entry.abort = undefined
  entry.asked = entry.asked.data === undefined ? NOTHING : { ...entry.asked, waiting: false }
}

function show(entry: Entry, asked: Asked<unknown>): void {
  entry.asked = asked
  for (const watcher of entry.watchers) watcher()
}
