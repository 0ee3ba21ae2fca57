import type { ReactNode } from 'react'
import { DEFAULT_KIND, publisherName, publishers } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { withQuery, type ApiError } from '../api.ts'
import { Link } from '../link.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { kindOf, SIDES, type Side } from './side.ts'

interface SwitchProps<T extends string> {
  readonly label: string
  readonly name: string
  readonly values: readonly T[]
  readonly chosen: T | undefined
  readonly textOf: (value: T | undefined) => string
  readonly addressOf: (value: T | undefined) => string
}

/** A menu of what else the screen may show; undefined is its usual value. */
function Switch<T extends string>(props: SwitchProps<T>) {
  const { label, name, values, chosen, textOf, addressOf } = props
  return (
    <Menu name={name} side="start">
      <nav aria-label={label}>
        {[undefined, ...values].map((each) => (
          <Link
            key={each ?? ''}
            href={addressOf(each)}
            aria-current={each === chosen ? 'true' : undefined}
          >
            {textOf(each)}
          </Link>
        ))}
      </nav>
    </Menu>
  )
}

interface SideSwitchProps extends Pick<SwitchProps<Side>, 'addressOf'> {
  readonly side: Side | undefined
}

/** Chooses whether the indicative rate is shown, or what the bank asks or pays. */
export function SideSwitch({ side, addressOf }: SideSwitchProps) {
  const textOf = (each: Side | undefined) => t.kindNames[kindOf(each) ?? DEFAULT_KIND]
  const choices = { values: SIDES, chosen: side, textOf, addressOf }
  return <Switch label={t.sides.label} name={textOf(side)} {...choices} />
}

interface BankSwitchProps extends Pick<SwitchProps<string>, 'addressOf'> {
  readonly publisher: string | undefined
}

/** Chooses whose sides are shown; there where the installation names banks. */
export function BankSwitch({ publisher, addressOf }: BankSwitchProps) {
  if (publishers().length === 0) return null
  const textOf = (id: string | undefined) => (id ? publisherName(id) : t.banks.main)
  const choices = { values: publishers().map(({ id }) => id), chosen: publisher, textOf, addressOf }
  const { label } = t.banks
  return <Switch label={label} name={`${label}: ${textOf(publisher)}`} {...choices} />
}

/**
 * Says that the chosen side has no rate, and where one can be entered; undefined where it is not
 * so.
 */
export function missingSide(
  side: Side | undefined,
  error: ApiError | null,
  publisher?: string,
): ReactNode {
  const kind = kindOf(side)
  if (kind === undefined || error?.status !== 404) return undefined
  return (
    <Notice kind="warning">
      {error.message}{' '}
      <Link href={withQuery('/enter', { publisher })}>
        {t.sides.enter({ rate: t.rateNames[kind] })}
      </Link>
    </Notice>
  )
}
