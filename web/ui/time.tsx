import { Fragment, type ReactNode } from 'react'
import { dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import type { Filled } from '../../text/message.ts'
import { formatDay } from '../../text/sentences.ts'

/** Formats an instant (ISO 8601) as `29 Sep 2026, 14:05:09`. */
export function formatColomboTime(instant: string): string {
  const at = new Date(instant)
  const seconds = at.toISOString().slice(16, 19)
  return `${formatDay(dayInColombo(at))}, ${timeInColombo(at)}${seconds}`
}

/** Formats an instant as `14:05`. */
export const formatClock = (instant: string) => timeInColombo(new Date(instant))

/** An instant to the second. A screen that shows one says that times are Sri Lanka's. */
export function ColomboTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatColomboTime(instant)}</time>
}

export function ColomboMinute({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatColomboTime(instant).slice(0, -3)}</time>
}

interface TimeFactProps {
  readonly text: Filled
  readonly instant: string
  readonly user?: string | null
}

export function TimeFact({ text, instant, user }: TimeFactProps) {
  return (
    <span>
      <Sentence text={text} user={user} time={<ColomboMinute instant={instant} />} />
    </span>
  )
}

type SentenceProps = { readonly text: string | Filled } & Readonly<
  Record<string, ReactNode | Filled>
>

/** A sentence with elements in its places: `{link}` is replaced by the prop `link`. */
export function Sentence({ text, ...elements }: SentenceProps) {
  if (typeof text === 'string') return text
  return text
    .parts(elements as Readonly<Record<string, ReactNode>>)
    .map((part, at) => <Fragment key={at}>{part}</Fragment>)
}
