import type { FastifyInstance } from 'fastify'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { exportRoute } from './export-route.ts'
import { frankfurterRoutes } from './frankfurter-routes.ts'
import type { LiveFurtherRates } from './further-rates.ts'
import { rateNewsRoutes } from './rate-news-routes.ts'
import { openExchangeRatesRoutes } from './open-exchange-rates-routes.ts'
import { valueRoutes } from './value-routes.ts'

/** The rates as other programs take them. All but the news is made from memory. */
export function integrationRoutes(
  app: FastifyInstance,
  deps: BaseDependencies & { readonly publicRates: PublicRates; readonly furtherRates: LiveFurtherRates },
): void {
  const { config, publicRates, furtherRates } = deps
  exportRoute(app, publicRates)
  valueRoutes(app, publicRates)
  frankfurterRoutes(app, publicRates, furtherRates)
  openExchangeRatesRoutes(app, publicRates, furtherRates, config)
  rateNewsRoutes(app, deps)
}
