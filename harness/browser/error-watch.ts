import type { BrowserContext, Page, Request } from 'playwright-core'

export async function watchErrors(context: BrowserContext, origin: string) {
  const expected: RegExp[] = []
  const seen: string[] = []
  const requests: string[] = []
  const nameOf = (request: Request) => `${request.method()} ${request.url().replace(origin, '')}`
  await context.exposeBinding('reportViolation', (_source, text: string) => {
    seen.push(`content security policy: ${text}`)
  })
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`)
  context.on('page', (page) => followPage(page, seen))
  context.on('request', (request) => {
    requests.push(nameOf(request))
    const address = request.url()
    if (!address.startsWith(origin) && !address.startsWith('data:'))
      seen.push(`left home: ${address}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) seen.push(`${nameOf(response.request())}: ${response.status()}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A screen that is left takes back what it has asked for, and the stream of changes opens again.
    const isCut = request.resourceType() === 'eventsource' && /_INCOMPLETE_|_RESET/.test(why)
    if (!why.includes('ERR_ABORTED') && !isCut) seen.push(`${nameOf(request)}: ${why}`)
  })
  return {
    errors: () => seen.filter((error) => !expected.some((pattern) => pattern.test(error))),
    requests: requests as readonly string[],
    /** For example /^POST \/api\/auth\/verify-otp: 400/. */
    expects: (pattern: RegExp) => void expected.push(pattern),
  }
}

function followPage(page: Page, seen: string[]): void {
  page.on('pageerror', (error) => seen.push(`not caught: ${error.message}`))
  page.on('console', (message) => {
    const [type, text] = [message.type(), message.text()]
    // The request itself is judged, with its address.
    if (text.startsWith('Failed to load resource')) return
    if (type === 'error' || type === 'warning') seen.push(`console ${type}: ${text}`)
  })
}
