import type { BrowserContext, Page, Request, Response } from 'playwright-core'

/**
 * Writes down whatever goes wrong in a browser: console errors and warnings (with them what hydration finds), errors that
 * nobody caught, breaches of the content security policy, requests that fail or are refused, calls to other origins.
 */
export class ErrorWatch {
  readonly #origin: string
  readonly #expected: RegExp[] = []
  readonly #seen: string[] = []
  readonly #requests: string[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** What nobody expected. */
  get errors(): readonly string[] {
    return this.#seen.filter((error) => !this.#expected.some((pattern) => pattern.test(error)))
  }

  /** Every request so far, as `GET /api/exchange-rate/feed`. */
  get requests(): readonly string[] {
    return this.#requests
  }

  /** Says that a test provokes this error: `/^POST \/api\/auth\/verify-otp: 400/`. */
  expects(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async follow(context: BrowserContext): Promise<void> {
    await context.exposeBinding('reportViolation', (_source, text: string) => {
      this.#seen.push(`content security policy: ${text}`)
    })
    await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`)
    context.on('page', (page) => this.#followPage(page))
    context.on('request', (request) => this.#note(request))
    context.on('response', (response) => this.#judge(response))
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // A screen that is left takes back what it has asked for.
      if (!why.includes('ERR_ABORTED')) this.#seen.push(`${this.#nameOf(request)}: ${why}`)
    })
  }

  #followPage(page: Page): void {
    page.on('pageerror', (error) => this.#seen.push(`not caught: ${error.message}`))
    page.on('console', (message) => {
      const [type, text] = [message.type(), message.text()]
      // The request itself is judged, with its address.
      if (text.startsWith('Failed to load resource')) return
      if (type === 'error' || type === 'warning') this.#seen.push(`console ${type}: ${text}`)
    })
  }

  #note(request: Request): void {
    this.#requests.push(this.#nameOf(request))
    const address = request.url()
    if (!address.startsWith(this.#origin) && !address.startsWith('data:'))
      this.#seen.push(`left home: ${address}`)
  }

  #judge(response: Response): void {
    if (response.status() >= 400) this.#seen.push(`${this.#nameOf(response.request())}: ${response.status()}`)
  }

  #nameOf(request: Request): string {
    return `${request.method()} ${request.url().replace(this.#origin, '')}`
  }
}
