import { createContext, use, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ResponseBody, Endpoint } from '../contract/endpoint.ts'
import { addressOf, type ApiError, call, errorOf, errorOfResponse, type Input } from './api.ts'

/**
 * What a screen knows of an answer. `data` stays while it is asked for anew, and after a failure that may pass: a lost
 * connection makes nothing wrong that was right before. A refusal, such as 404, takes it away.
 */
export interface Asked<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  /** When `data` came, in milliseconds since 1970; undefined where there are none. */
  readonly at: number | undefined
  /** Whether an answer is on its way. */
  readonly waiting: boolean
}

interface Entry {
  asked: Asked<unknown>
  /** `performance.now()` of the answer; 0 before the first and once it is known to be old. */
  respondedAt: number
  ask: () => void
  abort: AbortController | undefined
  /** Whether it came with the page: everybody's, and the page's text may yet have to be hydrated with it. */
  readonly ofPage: boolean
  readonly watchers: Set<() => void>
}

const NOTHING: Asked<never> = { data: undefined, error: undefined, at: undefined, waiting: true }
/** An answer this young is shown without asking again. */
const FRESH_MS = 30_000

/** The answers that came with the page: the address of each GET, and the status and body that it was answered with. */
export type ResponseBodies = readonly (readonly [address: string, status: number, body: unknown])[]

/** The answers of GET calls by their address: asked once and shared by all who show them. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>()

  constructor(responses: ResponseBodies = []) {
    for (const [address, status, body] of responses) {
      const given =
        status < 300
          ? { data: body, error: undefined, at: Date.now() }
          : { data: undefined, error: errorOfResponse(status, body), at: undefined }
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
    if (entry.abort || (entry.respondedAt > 0 && performance.now() - entry.respondedAt < FRESH_MS)) return
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
      entry.respondedAt = 0
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
      entry.respondedAt = performance.now()
      show(entry, { data, error: undefined, at: Date.now(), waiting: false })
    } catch (thrown) {
      if (entry.abort !== abort) return
      const error = errorOf(thrown)
      const { data, at } = error.mayPass ? entry.asked : NOTHING
      show(entry, { data, error, at, waiting: false })
    } finally {
      if (entry.abort === abort) entry.abort = undefined
    }
  }
}

export const Cache = createContext(new ResponseCache())

/** The answer to a GET call, asked for when it is first shown and again when `input` changes. */
export function useResponse<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Asked<ResponseBody<E>> & { readonly again: () => void } {
  const cache = use(Cache)
  const address = addressOf(endpoint, input)
  const asked = useSyncExternalStore(
    useCallback((watcher) => cache.watch(address, watcher), [cache, address]),
    () => cache.read(address),
    () => cache.read(address),
  ) as Asked<ResponseBody<E>>
  // `input` is a new object at every render; its address says whether it is another one.
  const stable = useMemo(() => input, [address])
  useEffect(() => cache.want(endpoint, stable), [cache, endpoint, stable])
  const again = useCallback(() => cache.invalidate(address), [cache, address])
  return { ...asked, again }
}

/**
 * The newest data that a response had about one subject, for a screen that keeps showing them while newer ones of the same
 * subject are on their way. With another `subject` there are none until its own response comes: no figure is ever shown under
 * a label that it was not fetched for.
 */
export function useSteady<T>(data: T | undefined, subject: string): T | undefined {
  const [last, setLast] = useState({ data, subject })
  if (data !== undefined && (data !== last.data || subject !== last.subject)) setLast({ data, subject })
  return data ?? (subject === last.subject ? last.data : undefined)
}

function newEntry(asked: Asked<unknown>, ofPage = false): Entry {
  const respondedAt = asked.waiting ? 0 : performance.now()
  return { asked, respondedAt, ask: () => undefined, abort: undefined, ofPage, watchers: new Set() }
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
