import type { QueryClient } from '@tanstack/react-query'
import type { RateEvent } from '../../contract/rates/rates.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { publishers, seriesOf } from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { seriesName } from '../../text/names.ts'
import { addressOf, BASE } from '../api.ts'
import { now, onMinute, readPageData } from '../page-context.ts'
import { refresh } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { feedQuery } from '../rates/rates.ts'

/** A change with the sentence that is read out of it. */
export interface NewestChange extends RateEvent {
  readonly sentence: string
}

/**
 * The newest change that is known. What came after it is sent when the listening begins or the tab
 * is looked at again: a page is some seconds old before it listens, and a change of those seconds
 * must not be missed.
 */
let version = document.querySelector<HTMLElement>('[data-changes]')?.dataset['changes'] ?? ''

/** The day of which the responses on show are, where nothing was refetched since. */
let day: string = readPageData().today

/**
 * A browser does not reconnect by itself after a response that is not a stream, from the server or
 * a proxy before it.
 */
const RECONNECT_MS = 5000
/**
 * Changes come in bundles, and to all clients at once: each refetches once for a bundle, after a
 * random delay.
 */
const GATHERING_MS = 50

/**
 * Keeps the rates on show up to date with what the server tells of changes, and passes each change
 * on. Listens only while the tab is looked at: a browser allows few lines to one server, and other
 * tabs need them. Stops when `left` is aborted, and never begins when it is already. A new day in
 * Colombo is a change too: "today" is requested without its date.
 */
export function listenToRates(
  client: QueryClient,
  onChange: (change: NewestChange) => void,
  left: AbortSignal,
): void {
  if (left.aborted) return
  let stream: EventSource | undefined
  let reconnecting: ReturnType<typeof setTimeout>
  let newest: NewestChange | undefined
  let greeted = false

  const show = () => {
    if (newest) onChange(newest)
    newest = undefined
    refresh(client, 'rates', 'entries')
  }
  const listen = () => {
    const query = {
      kind: 'all' as const,
      ...(publishers().length > 0 && { publisher: 'all' }),
      ...(version && { after: version }),
    }
    stream = new EventSource(BASE + addressOf('GET /api/exchange-rate/stream', { query }))
    const on = (name: string, then: (data: string) => void) =>
      stream?.addEventListener(name, (event: MessageEvent<string>) => {
        version = event.lastEventId || version
        then(event.data)
      })
    on('hello', () => {
      // What the feed did meanwhile is not announced again.
      if (greeted) void client.invalidateQueries(feedQuery())
      greeted = true
    })
    on('reset', () => refresh(client, 'rates', 'entries'))
    on('feed', () => void client.invalidateQueries(feedQuery()))
    on('rate', (data) => {
      const change = JSON.parse(data) as RateEvent
      if (!newest) setTimeout(show, GATHERING_MS * (1 + Math.random() * 3))
      const { currency, kind, publisher, date, rate } = change
      const now = rate === null ? null : formatRate(fromWire(rate))
      newest = {
        ...change,
        sentence: t.live.changed({
          series: seriesName(seriesOf(currency, kind, publisher)),
          date,
          rate: now,
        }),
      }
    })
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED)
        reconnecting = setTimeout(look, RECONNECT_MS * (1 + Math.random()))
    }
  }
  const look = () => {
    stream?.close()
    clearTimeout(reconnecting)
    if (document.visibilityState === 'visible' && !left.aborted) listen()
  }
  look()
  document.addEventListener('visibilitychange', look, { signal: left })
  left.addEventListener('abort', look)
  left.addEventListener('abort', refreshOnNewDay(client))
}

/** Refreshes what is on show once another day has begun in Colombo; returns what ends that. */
function refreshOnNewDay(client: QueryClient): () => void {
  let turns = 0
  const turn = () => {
    const today = dayInColombo(now())
    // Twice, a minute apart: the server's clock may be behind, and its day not have turned yet.
    if (today !== day) turns = 2
    day = today
    if (turns-- > 0) refresh(client, 'rates', 'entries')
  }
  turn()
  return onMinute(turn)
}
