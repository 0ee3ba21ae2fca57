import { Fragment, type ReactNode } from 'react'
import type { Filled } from '../../text/message.ts'

type SentenceProps = { readonly text: string | Filled } & Readonly<
  Record<string, ReactNode | Filled>
>

/**
 * A sentence with elements in it: `{link}` gives way to what is given as `link`, wherever a
 * language has it.
 */
export function Sentence({ text, ...given }: SentenceProps) {
  if (typeof text === 'string') return text
  return text
    .parts(given as Readonly<Record<string, ReactNode>>)
    .map((part, at) => <Fragment key={at}>{part}</Fragment>)
}
