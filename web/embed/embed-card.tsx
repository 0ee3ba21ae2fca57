import { Sparkline } from '../rates/sparkline.tsx'
import type { EmbeddedCard } from '../../contract/page-data.ts'
import { quotedUnits, TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'

/** `server/pages/embed-routes.ts` has its styles. */
export function EmbedCard({ row, name, siteName, address, none }: EmbeddedCard) {
  const { currency, rate, date, source, change, published, points } = row
  return (
    <main>
      <div className="apart">
        <h1>{name}</h1>
        <a href={address} target="_blank" rel="noopener">
          {siteName}
        </a>
      </div>
      {rate === null || date === null || source === null ? (
        <p>{none}</p>
      ) : (
        <>
          <p className="apart">
            <span>
              {quotedUnits(currency)} = <strong>{formatRate(fromWire(rate))}</strong>{' '}
              {TARGET_CURRENCY}
            </span>
            {change !== null && (
              <RateChangeText change={fromWire(change)} rate={fromWire(rate)} short />
            )}
          </p>
          <p>
            {formatDay(date)}, {t.sourceNames[source]}
          </p>
        </>
      )}
      {published ? (
        <p>
          {t.sourceNames[published.source]}: {formatRate(fromWire(published.rate))}
        </p>
      ) : (
        points.length > 0 && <Sparkline points={points} />
      )}
    </main>
  )
}
