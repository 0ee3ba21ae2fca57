import type { Page, Request, Route } from 'playwright-core'

/** A page that is fetched by a script holds the responses of its queries. */
const hasRates = (request: Request) =>
  /\/api\/exchange-rate\/(?!stream)/.test(request.url()) ||
  (request.resourceType() === 'fetch' && !/\/(api|assets)\//.test(request.url()))

/** Holds all responses with rates, except the stream, until they are released. */
export async function holdResponses(page: Page) {
  let held: Route[] = []
  let holding = true
  await page.route('**', async (route) => {
    if (holding && hasRates(route.request())) held.push(route)
    else await route.fallback()
  })
  /**
   * Releases in the order of the requests or in reverse. Addresses that match `failing` get a 500.
   */
  const release = async (order: 'first' | 'last', failing?: RegExp): Promise<void> => {
    const routes = order === 'first' ? held : held.toReversed()
    held = []
    for (const route of routes) {
      const fails = failing?.test(route.request().url()) === true
      // A page that has gone on has taken its request back.
      await (fails ? route.fulfill({ status: 500, json: {} }) : route.continue()).catch(
        () => undefined,
      )
      await route
        .request()
        .response()
        .catch(() => null)
    }
  }
  return {
    addresses: () => held.map((route) => new URL(route.request().url()).pathname),
    release,
    async end() {
      holding = false
      await release('first')
    },
  }
}

export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => release(undefined)
}
