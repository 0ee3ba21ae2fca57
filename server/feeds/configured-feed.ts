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
  switch (rateFeed) {
    case 'cbsl':
      return cbslFeed(rateFeedUrl)
    case 'currency-api':
      return currencyApiFeed(rateFeedUrl === undefined ? {} : { urls: [currencyApiAddress(rateFeedUrl)] })
    case 'off':
      return null
  }
}

/** `{date}` may stand anywhere in the path; without it the address has a folder for each day, laid out like the package. */
function currencyApiAddress(url: string): string {
  const bare = url.replace(/\/$/, '')
  return bare.includes('{date}') ? bare : `${bare}/{date}/v1/currencies`
}
