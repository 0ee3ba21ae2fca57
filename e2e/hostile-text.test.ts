import { expect, test } from 'vitest'
import { recordAuditEntry } from '../server/audit-log/record-audit-entry.ts'
import { register } from '../contract/sign-in.ts'
import { MAX_NAME_LENGTH } from '../domain/identity/shown-name.ts'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

/**
 * Texts that run as a script, or call `hit`, wherever they are put into a page as anything but
 * text.
 */
const HOSTILE = [
  '<script>hit()</script>',
  '</script><script>hit()</script>',
  '</title><script>hit()</script>',
  '</textarea><script>hit()</script>',
  '</style><script>hit()</script>',
  '--><script>hit()</script>',
  ']]><script>hit()</script>',
  '<img src=x onerror=hit()>',
  '"><img src=x onerror=hit()>',
  "'><img src=x onerror=hit()>",
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<body onload=hit()>',
  '<input autofocus onfocus=hit()>',
  '<details open ontoggle=hit()>',
  '<video><source onerror=hit()>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<object data="javascript:hit()">',
  '<a href="javascript:hit()" autofocus>x</a>',
  '" autofocus onfocus="hit()',
  "' onmouseover='hit()",
  'javascript:hit()',
  '{{constructor.constructor("hit()")()}}',
  '${hit()}',
  '`;hit();//',
  "';hit();//",
  '\\u003cscript\\u003ehit()\\u003c/script\\u003e',
  '&lt;script&gt;hit()&lt;/script&gt;',
] as const

/** All of them, as many to a text as one of this length may hold. */
function textsOf(length: number): string[] {
  return HOSTILE.reduce<string[]>((texts, each) => {
    const longer = `${texts.at(-1) ?? ''} ${each}`.trim()
    return longer.length <= length ? [...texts.slice(0, -1), longer] : [...texts, each]
  }, [])
}

const product = await startProduct({ env: { TRUST_PROXY: '198.19.0.0/16' } })
const { app, db, clock } = product.test

/** Sits down with a trap set: `hit` is there in every page of the browser and counts. */
async function trapped(
  as?: Awaited<ReturnType<typeof product.user>>,
): Promise<[Visitor, string[]]> {
  const visitor = await visit(product, { as })
  const hits: string[] = []
  await visitor.context.exposeBinding('hit', ({ page }) => void hits.push(page.url()))
  return [visitor, hits]
}

test('the trap that all of these rest on does close', async () => {
  const [visitor, hits] = await trapped()
  await visitor.open('/')
  await visitor.page.evaluate('hit()')
  expect(hits).toHaveLength(1)
})

test('of 30 scripts in the description, metadata, address and browser of an audit entry 0 run', async () => {
  const user = await product.user('<script>hit()</script>')
  for (const text of HOSTILE)
    await db.transaction().execute((trx) =>
      recordAuditEntry(
        trx,
        {
          actor: {
            userId: null,
            email: `${text}@example.lk`,
            ip: '203.0.113.9',
            device: text,
            requestId: text,
          },
          at: clock.now(),
        },
        'login',
        text,
        { metadata: { [text]: text, nested: [text, { name: text }] } },
      ),
    )
  const [visitor, hits] = await trapped(user)
  const left = new Set<string>(HOSTILE)
  for (const page of [1, 2]) {
    await visitor.open(`/auditlog?page=${page}`)
    const items = visitor.page.getByRole('main').locator('ol > li:has(time)')
    await expect.poll(() => items.count()).toBe(15)
    for (const item of await items.all()) {
      await item.locator('summary').click()
      const shown = await item.innerText()
      for (const text of left) if (shown.includes(text)) left.delete(text)
    }
  }
  expect([...left], 'are not shown as they are').toEqual([])
  expect(hits).toEqual([])
})

test('of 30 scripts in the name of somebody who registers, as their message’s link shows it, 0 run', async () => {
  const [visitor, hits] = await trapped()
  for (const [index, text] of textsOf(MAX_NAME_LENGTH).entries()) {
    const email = `hostile${index}@example.lk`
    const { statusCode } = await app.inject({
      method: register.method,
      url: register.url,
      payload: { name: text, email },
      remoteAddress: `198.18.${index}.1`,
    })
    expect(statusCode, text).toBe(201)
    const { link } = await product.post.next(email)
    await visitor.page.goto('about:blank')
    await visitor.page.goto(link)
    // Exactly as it was given.
    await visitor.button(`Sign in as ${text}`).waitFor()
  }
  expect(hits).toEqual([])
}, 120_000)

test('of 30 scripts as User-Agent and X-Forwarded-For of sign-ins, in the list of sessions and in the trail, 0 run', async () => {
  const email = 'victim@example.lk'
  await product.account(email)
  let token = ''
  for (const [index, text] of HOSTILE.entries()) {
    const headers = { 'user-agent': text, 'x-forwarded-for': text }
    const send = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers, remoteAddress: `198.19.${index}.1` })
    // Who is new somewhere gets a message about that, too.
    const before = product.post.emailsTo(email).length
    expect((await send('/api/auth/login', { email })).statusCode, text).toBe(200)
    const message = () =>
      product.post
        .emailsTo(email)
        .slice(before)
        .find(({ code }) => code !== '')
    await expect.poll(message, { interval: 10 }).toBeDefined()
    const response = await send('/api/auth/verify-otp', { email, otp: message()?.code })
    token = response.json<{ token: string }>().token
    clock.turn(900)
  }
  const [visitor, hits] = await trapped({ ...(await product.user()), email, token })
  await visitor.open('/account')
  await expect.poll(() => visitor.button(/^End session of/).count()).toBe(HOSTILE.length - 1)
  await visitor.open('/auditlog')
  await visitor.sees(`${email} signed in`)
  expect(hits).toEqual([])
})

test('of 30 scripts in what is searched for, and in every address that is read, 0 run', async () => {
  const [visitor, hits] = await trapped(await product.user())
  visitor.watch.expects(/^GET \/\S*: 40[04]$/)
  for (const text of textsOf(200)) {
    const part = encodeURIComponent(text)
    await visitor.open(`/auditlog?search=${part}&action=${part}&user=${part}`)
    await visitor.open(`/rates?date=${part}&base=${part}`)
    await visitor.page.goto(`/${part}?${part}#${part}`)
    await visitor.page.goto(`/login?email=${part}#token=${part}`)
  }
  expect(hits).toEqual([])
})
