import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import type { Series } from '../../domain/series.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { RateInput } from '../ui/form/rate-field.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import styles from './entries.module.css'

interface RateTableProps {
  readonly caption: string
  /** The day of the rates before, or what they are; undefined if there are none. */
  readonly before: string | undefined
  /** The title of the gauges; undefined if there are none. */
  readonly move: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The fields of all kinds stand below each other: an empty column keeps its place. */
export function RateTable({ caption, before, move, className = '', children }: RateTableProps) {
  const { columns } = t.day
  const titleIf = (isUsed: boolean, title: string) =>
    isUsed ? title : <span className="visually-hidden">{title}</span>
  return (
    <Table
      className={`${styles['rates']} ${className}`}
      stacks
      caption={caption}
      columns={[
        columns.currency,
        { title: columns.rate, numeric: true },
        { title: titleIf(before !== undefined, before ?? columns.before), numeric: true },
        { title: titleIf(move !== undefined, move ?? columns.move) },
        { title: titleIf(before !== undefined, columns.change), numeric: true },
        <span className="visually-hidden">{columns.state}</span>,
      ]}
    >
      {children}
    </Table>
  )
}

interface RateLineProps {
  readonly series: Series
  /** `100 JPY` if a rate is for so many. */
  readonly code: string
  readonly input: ComponentProps<typeof RateInput> & { readonly name: string }
  readonly isDoubtful?: boolean
  readonly isTyped: boolean
  readonly before: ReactNode
  readonly gauge?: ReactNode
  readonly change: ReactNode
  /** Why the rate is wrong, or what is asked about it. */
  readonly question: ReactNode
  readonly state: ReactNode
}

export function RateLine(props: RateLineProps) {
  const { series, code, input, isDoubtful = false, isTyped, before, gauge, change } = props
  // Identifiers must not contain spaces.
  const id = input.name.replaceAll(' ', '-')
  return (
    <Row>
      <Cell heading>
        <label htmlFor={id}>
          {code}
          <span className="visually-hidden"> {t.kindNames[series.kind]}</span>
        </label>{' '}
        <span className={styles['name']}>{currencyName(series.currency)}</span>
      </Cell>
      <Cell>
        <RateInput
          {...input}
          id={id}
          className={`control ${styles['rate']} ${isDoubtful ? 'doubtful' : ''}`}
          aria-describedby={`${id}-before ${id}-state`}
        />
      </Cell>
      <Cell numeric className={styles['before']} id={`${id}-before`}>
        {before}
      </Cell>
      <Cell>{gauge}</Cell>
      <Cell numeric className={styles['change']}>
        {change}
      </Cell>
      <Cell id={`${id}-state`} className={`${styles['state']} ${isTyped ? styles['typed'] : ''}`}>
        <div aria-live="polite">{props.question}</div>
        {props.state}
      </Cell>
    </Row>
  )
}

/** The day of a rate before: on a wide screen its column may name it. */
export const BeforeDay = (props: { readonly isInHead: boolean; readonly children: ReactNode }) => (
  <span className={props.isInHead ? styles['day'] : 'second-line'}>{props.children}</span>
)

/** Returns false without a field of that name. */
export function focusField(form: HTMLFormElement | null, name: string | undefined): boolean {
  const input = name === undefined ? null : form?.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) return false
  input.focus()
  input.select()
  return true
}

/** Moves down the column like a spreadsheet, and from the last currency to the button. */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>, names: readonly string[]): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  const at = names.indexOf(target.name)
  if (at < 0) return
  event.preventDefault()
  if (!focusField(form, names[at + 1]))
    form.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
}
