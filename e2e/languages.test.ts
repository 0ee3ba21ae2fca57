import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from '../harness/browser/visitor.ts'
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

test('A rate is found by keyboard alone in Tamil, and the switch keeps the choice', async () => {
  const visitor = await visit(product)
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
  await visitor.sees('செவ். 29 செப். 2026')
  await visitor.link('සිංහල').press('Enter')
  await visitor.isAt('/si/rates?base=GBP')
  await visitor.heading('පසුගිය අනුපාතික (දින 7)').waitFor()
  await visitor.link('English').press('Enter')
  await visitor.isAt('/rates?base=GBP')
})

test('Who signs in in Sinhala gets the email in it, and comes from there to the work, which is in English', async () => {
  await product.account('kumari@example.lk')
  const visitor = await visit(product, { at: '/si/login' })
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

test('An alert that is requested in Sinhala is confirmed, sent and ended in it', async () => {
  const email = 'sanduni@example.lk'
  const visitor = await visit(product, { width: 390, height: 844 })
  visitor.watch.expects(/^POST \/api\/alerts(\/list)?: 400$/)
  await visitor.open('/si/alerts?currency=GBP')
  await visitor.field('අනුපාතිකය (LKR)').fill('0')
  await visitor.field('ඊමේල් ලිපිනය').fill(email)
  await visitor.button('දැනුම්දීම ඉල්ලන්න').click()
  await visitor.sees('0ට වැඩි, දශම ස්ථාන 4කට නොවැඩි අනුපාතිකයක් ඇතුළත් කරන්න. උදා: 301.25.')
  await visitor.field('අනුපාතිකය (LKR)').fill('440')
  await visitor.button('දැනුම්දීම ඉල්ලන්න').click()
  await visitor.sees(/^ඔබේ තැපැල් පෙට්ටිය බලා/)
  const confirmation = await product.post.next(email)
  expect(confirmation.link.startsWith(`${product.url}/si/alerts#token=`)).toBe(true)
  await visitor.open(confirmation.link)
  await visitor.button('තහවුරු කරන්න: GBP 440.0000 LKR ට වඩා ඉහළ').click()
  await visitor.sees('සක්‍රියයි')
  await (await product.user()).enters('GBP', '2026-09-29', 441.5)
  const alert = await product.post.next(email)
  expect(alert.subject).toBe('GBP 441.5000 LKR: GBP 440.0000 LKR ට වඩා ඉහළ')
  await visitor.open('/si')
  await visitor.open(alert.link)
  await visitor.button('අවසන් කරන්න: GBP 440.0000 LKR ට වඩා ඉහළ').click()
  await visitor.sees('දැනුම්දීම් නැත. ඔබේ ලිපිනය දිනක් ඇතුළත මකා දමනු ලැබේ.')
  await visitor.open('/si')
  await visitor.open(`/si/alerts#token=${'A'.repeat(43)}`)
  await visitor.sees(/^මෙම සබැඳිය කල් ඉකුත් වී/)
})

test('Who opens the link of an email and switches the language goes on by the same link, which is sent to nobody', async () => {
  const asked = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const emailOf = async (address: string) => (await product.post.next(address)).text
  await product.account('nadeesha@example.lk')
  await asked('/api/auth/login', { email: 'nadeesha@example.lk', language: 'si' })
  await asked('/api/alerts', {
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
    const visitor = await visit(product)
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
