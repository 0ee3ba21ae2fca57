import { rateNewsAtom, rateNewsJson } from '../../contract/integrations.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import { addressOf, BASE } from '../api.ts'
import { Link } from '../link.tsx'
import { followText as TEXT } from '../text/en/integrations.ts'
import styles from './download-menu.module.css'

interface FollowLinksProps {
  readonly currency: Currency
  readonly kind: RateKind | undefined
}

/** How to be told of new rates without looking. */
export function FollowLinks({ currency, kind }: FollowLinksProps) {
  const input = { params: { currency }, querystring: { kind } }
  return (
    <nav aria-label={TEXT.label} className={styles['menu']}>
      <ul className={styles['files']}>
        <li>
          <Link href={`/alerts?currency=${currency}`} className={styles['file']}>
            {TEXT.alerts}
          </Link>
        </li>
        <li>
          <a href={BASE + addressOf(rateNewsAtom, input)} className={styles['file']}>
            {TEXT.atom}
          </a>
        </li>
        <li>
          <a href={BASE + addressOf(rateNewsJson, input)} className={styles['file']}>
            {TEXT.json}
          </a>
        </li>
      </ul>
    </nav>
  )
}
