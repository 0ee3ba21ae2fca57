import type { Config } from '../config.ts'
import { cbslFeed } from './cbsl.ts'
import { currencyApiFeed } from './currency-api.ts'
import { frankfurterFeed } from './frankfurter.ts'
import type { RateFeed } from './rate-feed.ts'

/** A configured address replaces all public ones. */
export function configuredFeed({
  rateFeed,
  rateFeedUrl: url,
  rateFeedUserAgent: userAgent,
}: Pick<Config, 'rateFeed' | 'rateFeedUrl' | 'rateFeedUserAgent'>): RateFeed | null {
  switch (rateFeed) {
    case 'cbsl':
      return url === undefined ? cbslFeed({ userAgent }) : frankfurterFeed(url)
    case 'currency-api':
      return currencyApiFeed(url === undefined ? {} : { urls: [currencyApiAddress(url)] })
    case 'off':
      return null
  }
}

function currencyApiAddress(url: string): string {
  const bare = url.replace(/\/$/, '')
  return bare.includes('{date}') ? bare : `${bare}/{date}/v1/currencies`
}
