import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { Config } from '../config.ts'
import { cbslFeed } from './cbsl.ts'
import { currencyApiFeed } from './currency-api.ts'
import { frankfurterFeed } from './frankfurter.ts'
import type { RateFeed } from './rate-feed.ts'

/**
 * The feed that the configuration names, or null where it is off. An address of one's own replaces the public ones
 * wholly: an installation that names a mirror does not reach out elsewhere. A mirror of the Central Bank's rates is laid out like
 * Frankfurter.
 */
export function configuredFeed(config: FeedConfig): RateFeed | null {
  return config.rateFeed === 'off' ? null : FEEDS[config.rateFeed](config)
}

type FeedConfig = Pick<Config, 'rateFeed' | 'rateFeedUrl' | 'rateFeedUserAgent'>

const FEEDS: Readonly<Record<RateFeedName, (config: FeedConfig) => RateFeed>> = {
  cbsl: ({ rateFeedUrl: url, rateFeedUserAgent: userAgent }) =>
    url === undefined ? cbslFeed({ userAgent }) : frankfurterFeed(url),
  'currency-api': ({ rateFeedUrl: url }) =>
    currencyApiFeed(url === undefined ? {} : { urls: [currencyApiAddress(url)] }),
}

/** `{date}` may stand anywhere in the path; without it the address has a folder for each day, laid out like the package. */
function currencyApiAddress(url: string): string {
  const bare = url.replace(/\/$/, '')
  return bare.includes('{date}') ? bare : `${bare}/{date}/v1/currencies`
}
