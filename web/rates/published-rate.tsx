import type { PublishedRate as Published } from '../../contract/rates/rates.ts'
import {
  formatChange,
  formatRate,
  fromWire,
  percentChangeText,
  type Rate,
} from '../../domain/money.ts'
import { t } from '../../text/sentences.ts'

/**
 * Stands beside a rate that was entered by hand: what is published for the same day, and how far
 * the entry lies from it. Nothing where there is none.
 */
export function PublishedRate({ published }: { published: Published | undefined }) {
  if (!published) return null
  return (
    <span className="second-line">
      {t.rates.published({
        source: t.sourceNames[published.source],
        rate: formatRate(fromWire(published.rate)),
      })}{' '}
      <span>
        <Difference published={published} />
      </span>
    </span>
  )
}

/** How far an entry by hand lies from what is published. */
export function Difference({ published }: { published: Published }) {
  const rate = fromWire(published.rate)
  const difference = fromWire(published.difference)
  return t.rates.differs({
    change: formatChange(difference),
    percent: percentChangeText(rate, (rate + difference) as Rate),
  })
}
