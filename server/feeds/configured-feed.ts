import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { Config } from '../config.ts'
import { cbslFeed } from './cbsl.ts'
import { currencyApiFeed } from './currency-api.ts'
import type { RateFeed } from './rate-feed.ts'

/**
 * The feed that the configuration names, or null where it is off. An address of one's own replaces the public ones
 * wholly: an installation that names a mirror does not reach out elsewhere.
 */
export function configuredFeed({
  rateFeed,
  rateFeedUrl,
}: Pick<Config, 'rateFeed' | 'rateFeedUrl'>): RateFeed | null {
  return rateFeed === 'off' ? null : FEEDS[rateFeed](rateFeedUrl)
}

const FEEDS: Readonly<Record<RateFeedName, (url?: string) => RateFeed>> = {
  cbsl: (url) => cbslFeed(url),
  'currency-api': (url) => currencyApiFeed(url === undefined ? {} : { urls: [currencyApiAddress(url)] }),
}

/** `{date}` may stand anywhere in the path; without it the address has a folder for each day, laid out like the package. */
function currencyApiAddress(url: string): string {
  const bare = url.replace(/\/$/, '')
  return bare.includes('{date}') ? bare : `${bare}/{date}/v1/currencies`
}
