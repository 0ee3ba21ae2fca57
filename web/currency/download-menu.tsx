import { EXPORT_FORMATS } from '../../domain/integrations/export-name.ts'
import { addressOf, BASE } from '../api.ts'
import { t } from '../../text/sentences.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './download-menu.module.css'
import { historyInput, type CurrencyChoice } from './history-queries.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import { Link } from '../link.tsx'

/** The rates of the period shown as files for accounting programs. */
export function DownloadMenu({ choice }: { choice: CurrencyChoice }) {
  const { params, query } = historyInput(choice)
  return (
    <Disclosure summary={t.download.title} className={styles['menu']}>
      <p>{t.download.what({ currency: params.currency })}</p>
      <ul className={styles['files']}>
        {EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <a
              href={
                BASE +
                addressOf('GET /api/export/:file', {
                  params: { file: `${params.currency}.${format}` },
                  query,
                })
              }
              className="tap"
              download
            >
              {t.download.programs[format]}
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
  const input = { params: { currency }, query: { kind } }
  return (
    <nav aria-label={t.follow.label} className={styles['menu']}>
      <ul className={styles['files']}>
        <li>
          <Link href={`/alerts?currency=${currency}`} className="tap">
            {t.follow.alerts}
          </Link>
        </li>
        <li>
          <a href={BASE + addressOf('GET /feed/:currency.atom', input)} className="tap">
            {t.follow.atom}
          </a>
        </li>
      </ul>
    </nav>
  )
}
