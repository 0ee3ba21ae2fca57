import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  readonly text: string
  readonly [name: string]: ReactNode
}

/** A sentence with elements in it: `{link}` gives way to what is given as `link`, wherever a language has it. */
export function Sentence({ text, ...given }: SentenceProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : <Fragment key={part}>{given[part]}</Fragment>))
}
