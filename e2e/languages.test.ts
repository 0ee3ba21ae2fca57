import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, role: 'link' | 'combobox', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (
      await target.evaluate((element: { matches(selector: string): boolean }) =>
        element.matches(':focus'),
      )
    )
      return
  }
  throw new Error(`Tab does not reach ${name}`)
}

test('a rate is found by keyboard in Tamil, and the language switch keeps the choice', async () => {
  const visitor = await product.visit()
  const { page } = visitor
  await visitor.open('/ta')
  await tabTo(page, 'link', 'வீதங்களைப் பார்க்க')
  await page.keyboard.press('Enter')
  await visitor.isAt('/ta/rates')
  await tabTo(page, 'combobox', 'அடிப்படை நாணயம்')
  await page.keyboard.press('G')
  await visitor.isAt('/ta/rates?base=GBP')
  await page.getByRole('cell', { name: '438.0599' }).first().waitFor()
  await visitor.heading('கடந்த வீதங்கள் (7 நாட்கள்)').waitFor()
  await visitor.sees('செ. 29 செப். 2026')
  await visitor.link('සිංහල').press('Enter')
  await visitor.isAt('/si/rates?base=GBP')
  await visitor.heading('පසුගිය අනුපාතික (දින 7)').waitFor()
  await visitor.link('English').press('Enter')
  await visitor.isAt('/rates?base=GBP')
})

test('a sign-in in Sinhala sends its email in Sinhala and leads to the work in English', async () => {
  await product.account('kumari@example.lk')
  const visitor = await product.visit({ at: '/si/login' })
  await visitor.field('ඊමේල් ලිපිනය').fill('kumari@example.lk')
  await visitor.button('OTP කේතය එවන්න').click()
  const email = await product.post.next('kumari@example.lk')
  expect(email.subject).toBe('Rupee Rates සඳහා ඔබේ පිවිසුම් කේතය')
  expect(email.link.startsWith(`${product.url}/si/login#token=`)).toBe(true)
  await visitor.field('kumari@example.lk වෙත එවූ OTP කේතය ඇතුළත් කරන්න').fill(email.code)
  await visitor.button('OTP තහවුරු කරන්න').click()
  await visitor.isAt('/si/dashboard')
  expect(await visitor.page.locator('main').getAttribute('lang')).toBe('en')
  await visitor.open('/si/account')
  await visitor.heading('ගිණුම').waitFor()
  await visitor.field('නම').fill('Kumari Perera')
  await visitor.button('නම සුරකින්න').click()
  await visitor.sees('නම වෙනස් කරන ලදී')
  await visitor.link('පාලක පුවරුව').click()
  await visitor.link('කළමනාකරණය').click()
  await visitor.isAt('/si/manage')
  await visitor.button('Add Rate').waitFor()
})

test('switching the language keeps the link of an email, whose token is never sent', async () => {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const emailOf = async (address: string) => (await product.post.next(address)).text
  await product.account('nadeesha@example.lk')
  await post('/api/auth/login', { email: 'nadeesha@example.lk', language: 'si' })
  await post('/api/alerts', {
    email: 'ravi@example.lk',
    condition: 'published',
    currency: 'GBP',
    language: 'si',
  })
  const links: [text: string, tamil: string][] = [
    [await emailOf('nadeesha@example.lk'), 'உள்நுழைக'],
    [await emailOf('ravi@example.lk'), 'உறுதிசெய்க: GBP வெளியீடு'],
  ]
  for (const [text, tamil] of links) {
    const link = /http\S+#\S+/.exec(text)?.[0] ?? ''
    const secret = /#\w+=([\w-]{43})$/.exec(link)?.[1] ?? 'no token'
    const visitor = await product.visit()
    const sent: string[] = []
    visitor.page.on('request', (request) =>
      sent.push(request.url().split('#')[0] ?? '', ...Object.values(request.headers())),
    )
    await visitor.open(link)
    await expect.poll(() => visitor.page.evaluate('location.hash')).toBe('')
    await visitor.link('தமிழ்').click()
    await visitor.button(tamil).waitFor()
    expect(await visitor.page.evaluate('location.pathname + location.hash')).toMatch(
      /^\/ta\/[\w-]+$/,
    )
    expect(await visitor.page.content()).not.toContain(secret)
    expect(sent.join('\n')).not.toContain(secret)
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await visitor.button(tamil).count()).toBe(0)
  }
})
