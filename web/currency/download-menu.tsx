import { rateExport, rateNewsAtom, rateNewsJson } from '../../contract/integrations.ts'
import { EXPORT_FORMATS } from '../../domain/integrations/export-name.ts'
import { addressOf, BASE } from '../api.ts'
import { downloadText as TEXT, followText as FOLLOW } from '../text/en/integrations.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './download-menu.module.css'
import { historyInput, type CurrencyChoice } from './history-queries.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import { Link } from '../link.tsx'

/** The rates of the period shown as files for accounting programs. */
export function DownloadMenu({ choice }: { choice: CurrencyChoice }) {
  const { params, querystring } = historyInput(choice)
  return (
    <Disclosure summary={TEXT.title} className={styles['menu']}>
      <p>{TEXT.what(params.currency)}</p>
      <ul className={styles['files']}>
        {EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <a
              href={
                BASE +
                addressOf(rateExport, { params: { file: `${params.currency}.${format}` }, querystring })
              }
              className="tap"
              download
            >
              {TEXT.programs[format]}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

interface FollowLinksProps {
  readonly currency: Currency
  readonly kind: RateKind | undefined
}

/** How to be told of new rates without looking. */
export function FollowLinks({ currency, kind }: FollowLinksProps) {
  const input = { params: { currency }, querystring: { kind } }
  return (
    <nav aria-label={FOLLOW.label} className={styles['menu']}>
      <ul className={styles['files']}>
        <li>
          <Link href={`/alerts?currency=${currency}`} className="tap">
            {FOLLOW.alerts}
          </Link>
        </li>
        <li>
          <a href={BASE + addressOf(rateNewsAtom, input)} className="tap">
            {FOLLOW.atom}
          </a>
        </li>
        <li>
          <a href={BASE + addressOf(rateNewsJson, input)} className="tap">
            {FOLLOW.json}
          </a>
        </li>
      </ul>
    </nav>
  )
}
