import type { ReactNode } from 'react'
import { publisherName, publishers } from '../../domain/publisher.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { withQuery, type ApiError } from '../api.ts'
import { Link } from '../link.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { kindOf, SIDES, type Side } from './side.ts'

interface SideSwitchProps {
  readonly side: Side | undefined
  /** The address of the screen with another side. */
  readonly addressOf: (side: Side | undefined) => string
}

/** Chooses whether the indicative rate is shown, or what the bank asks or pays. */
export function SideSwitch({ side, addressOf }: SideSwitchProps) {
  return (
    <Menu name={t.kindNames[kindOf(side) ?? DEFAULT_KIND]} side="start">
      <nav aria-label={t.sides.label}>
        {[undefined, ...SIDES].map((each) => (
          <Link
            key={each ?? DEFAULT_KIND}
            href={addressOf(each)}
            aria-current={each === side ? 'true' : undefined}
          >
            {t.kindNames[kindOf(each) ?? DEFAULT_KIND]}
          </Link>
        ))}
      </nav>
    </Menu>
  )
}

interface BankSwitchProps {
  readonly publisher: string | undefined
  /** The address of the screen with another bank's sides, or those of the main series. */
  readonly addressOf: (publisher: string | undefined) => string
}

/** Chooses whose sides are shown; there where the installation names banks. */
export function BankSwitch({ publisher, addressOf }: BankSwitchProps) {
  if (publishers().length === 0) return null
  const nameOf = (id: string | undefined) => (id ? publisherName(id) : t.banks.main)
  return (
    <Menu name={`${t.banks.label}: ${nameOf(publisher)}`} side="start">
      <nav aria-label={t.banks.label}>
        {[undefined, ...publishers().map(({ id }) => id)].map((each) => (
          <Link
            key={each ?? ''}
            href={addressOf(each)}
            aria-current={each === publisher ? 'true' : undefined}
          >
            {nameOf(each)}
          </Link>
        ))}
      </nav>
    </Menu>
  )
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
