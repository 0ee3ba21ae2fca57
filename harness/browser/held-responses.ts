import type { Page, Route } from 'playwright-core'

/**
 * Holds every response of the rates that a page requests from now on: nothing arrives before it is
 * released. The stream of changes is none of them.
 */
export async function holdResponses(page: Page) {
  let held: Route[] = []
  let holding = true
  await page.route(/\/api\/exchange-rate\/(?!stream)/, async (route) => {
    if (holding) held.push(route)
    else await route.continue()
  })
  /**
   * Lets what is held arrive: in the order of the requests, or the last first. What matches
   * `failing` arrives as a 500.
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
    /** The addresses of what is held, in the order of the requests. */
    addresses: () => held.map((route) => new URL(route.request().url()).pathname),
    release,
    /** Holds nothing any more: what is held and what comes arrives. */
    async end() {
      holding = false
      await release('first')
    },
  }
}

/**
 * Holds the requests of an address that a page makes from now on, until what this resolves to is
 * called.
 */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => release(undefined)
}
