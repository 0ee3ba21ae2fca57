import type { QueryClient } from '@tanstack/react-query'
import type { RateEvent } from '../../contract/rates/rates.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { publishers, seriesOf } from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { seriesName } from '../../text/names.ts'
import { buildApiAddress } from '../api.ts'
import { now, onMinute, readPageData } from '../page-context.ts'
import { refresh } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { feedQuery } from './rates.ts'

export interface NewestChange extends RateEvent {
  readonly sentence: string
}

/**
 * The newest known change. The server sends later ones when the stream opens, because a page is
 * seconds old before it listens.
 */
let version = document.querySelector<HTMLElement>('[data-changes]')?.dataset['changes'] ?? ''

/** The day for which the shown responses were fetched. */
let day: string = readPageData().today

/**
 * A browser does not reconnect by itself after a response that is not a stream, from the server or
 * a proxy before it.
 */
const RECONNECT_MS = 5000
/** All clients get a bundle of changes at once, so each refetches once, after a random delay. */
const GATHERING_MS = 50

/**
 * Refetches the shown rates when the server reports a change. Listens only in a visible tab,
 * because browsers limit the connections to a server. Stops when `left` is aborted.
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
    stream = new EventSource(buildApiAddress('GET /api/exchange-rate/stream', { query }))
    const on = (name: string, then: (data: string) => void) =>
      stream?.addEventListener(name, (event: MessageEvent<string>) => {
        version = event.lastEventId || version
        then(event.data)
      })
    on('hello', () => {
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

/** Refetches after midnight in Colombo. Returns a function that stops it. */
function refreshOnNewDay(client: QueryClient): () => void {
  let turns = 0
  const turn = () => {
    const today = dayInColombo(now())
    // Twice, a minute apart, because the server's clock may be behind.
    if (today !== day) turns = 2
    day = today
    if (turns-- > 0) refresh(client, 'rates', 'entries')
  }
  turn()
  return onMinute(turn)
}
