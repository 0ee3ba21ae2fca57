import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

test('the rates of a day are typed, saved, undone and never overwrite another user unseen', async () => {
  const colleague = await product.user('Kumari Silva')
  const visitor = await product.visit({ as: await product.user('Nimal Perera') })
  const { page } = visitor
  await visitor.open('/dashboard')
  await visitor.sees(/: 4 of 4 rates entered\.$/)
  await visitor.link('Enter rates').click()
  await visitor.isAt('/enter')
  const usd = visitor.field('USD Indicative')
  await usd.waitFor()
  await visitor.sees('4 of 4 rates entered')
  expect(await usd.getAttribute('placeholder')).toBe('330.9054')
  expect((await page.getByRole('row').nth(1).innerText()).replace(/\s+/g, ' ')).toContain(
    '330.4329 +0.14 % ▲ Market rate. Type to replace.',
  )

  await usd.focus()
  const { keyboard } = page
  for (const rate of ['331.25', '232.5', '', '438,25']) {
    await keyboard.type(rate)
    await keyboard.press('Enter')
  }
  await visitor.hasFocus('textContent', 'Save 3 rates')
  await keyboard.press('Enter')
  await visitor.sees('3 exchange rates added successfully')
  expect(await visitor.field('GBP Indicative').inputValue()).toBe('438.2500')
  expect(
    visitor.watch.requests.filter((each) => each === 'POST /api/exchange-rate/manual/changes'),
  ).toHaveLength(1)

  product.test.clock.turn(60)
  await usd.fill('331.5')
  await visitor.listens()
  await colleague.enters('USD', '2026-09-29', 331.75)
  await visitor.sees('Kumari Silva saved 331.7500')
  await visitor.sees(/^USD waits for your answer\./)
  await visitor.isAccessible('today, a conflict')
  await visitor.button('Use my rate').click()
  await visitor.field('GBP Indicative').fill('483.25')
  await visitor.field('GBP Indicative').blur()
  await visitor.sees('Two digits swapped?')
  await visitor.isAccessible('today, a warning')
  await visitor.button('Save 1 rate').waitFor()
  await visitor.field('GBP Indicative').fill('438.3')
  product.test.clock.turn(60)
  await visitor.button('Save 2 rates').click()
  await visitor.sees('2 exchange rates updated successfully')
  await visitor.button(/^Undo/).click()
  await expect.poll(() => visitor.field('GBP Indicative').inputValue()).toBe('438.2500')

  await visitor.link('Manage Rates').click()
  await visitor.isAt('/manage')
  const shown = async () =>
    (await visitor.table('Recent entries'))
      .slice(1)
      .map(([, currency, rate, by]) => [currency, rate, by?.split(',')[0]].join(' '))
  await expect
    .poll(async () => (await shown()).sort())
    .toEqual([
      'AUD 232.5000 Nimal Perera',
      'GBP 438.2500 Nimal Perera',
      'USD 331.7500 Nimal Perera',
    ])
  product.test.clock.turn(60)
  await colleague.enters('CAD', '2026-09-28', 233.25)
  await expect.poll(shown).toContain('CAD 233.2500 Kumari Silva')
})

test.each([390, 1280])(
  'Save does not move when a warning arrives while it is pressed, %i pixels wide',
  async (width) => {
    const as = await product.user('Nimal Perera')
    const visitor = await product.visit({ as, width, height: 900, at: '/enter' })
    const { page } = visitor
    const check = Promise.withResolvers<undefined>()
    await page.route('**/manual/check', async (route) => {
      await check.promise
      await route.continue()
    })
    await visitor.field('CAD Indicative').fill('23.5')
    const button = visitor.button(/^Save/)
    const before = await button.boundingBox()
    await button.hover()
    await page.mouse.down()
    check.resolve(undefined)
    await visitor.sees('10 times too low?')
    expect(await button.boundingBox()).toEqual(before)
    await page.mouse.up()
    // Nothing is saved while a rate waits: the press goes back to it.
    await visitor.hasFocus('name', 'CAD indicative')
    expect(visitor.watch.requests).not.toContain('POST /api/exchange-rate/manual/changes')
  },
)

test('four rows and the button are in the first view, at 390 pixels with the bar', async () => {
  const as = await product.user('Nimal Perera')
  const visitor = await product.visit({ as, width: 1280, height: 800, at: '/enter' })
  const bottom = async (label: string | RegExp) => {
    const box = await visitor.page.getByLabel(label).or(visitor.button(label)).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? Infinity)
  }
  await visitor.field('GBP Indicative').waitFor()
  expect(await bottom('GBP Indicative')).toBeLessThan(700)
  expect(await bottom('Save')).toBeLessThan(700)
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  const bar = async () => {
    const { y, height } = (await visitor.page.locator('.form-bar').boundingBox()) ?? {}
    return { top: y ?? 0, bottom: (y ?? 0) + (height ?? 0) }
  }
  expect(await bottom('GBP Indicative')).toBeLessThanOrEqual((await bar()).top)
  // The end of its card, above another day; in sight in a lower window, if that has room for it.
  const card = await visitor.page.locator('.card:has(.form-bar)').boundingBox()
  expect((await bar()).bottom).toBeCloseTo((card?.y ?? 0) + (card?.height ?? 0), -0.5)
  await visitor.page.setViewportSize({ width: 390, height: 560 })
  expect((await bar()).bottom).toBe(560)
  expect(await bottom('Save')).toBeLessThan(555)
  await visitor.page.setViewportSize({ width: 390, height: 470 })
  expect((await bar()).bottom).toBeGreaterThan(470)
})

test('the strip leads to other days, with the marks of all currencies, and keeps what was typed', async () => {
  product.test.clock.set('2026-09-29T06:30:00Z')
  const visitor = await product.visit({ as: await product.user('Nimal Perera'), at: '/enter' })
  await visitor.field('CAD Indicative').fill('233.9')
  await visitor.link(/^Thu 24 Sep, .*no rate$/).click()
  await visitor.heading('Thu 24 Sep 2026').waitFor()
  await visitor.sees('0 of 4 rates entered')
  await visitor.field('USD Indicative').fill('331')
  await visitor.button('Save 1 rate').click()
  await visitor.sees('1 of 4 rates entered')
  await visitor.link('Thu 24 Sep, Incomplete').waitFor()
  await visitor.link('Sat 26 Sep, Binara Full Moon Poya Day, Published').click()
  await visitor.sees('Binara Full Moon Poya Day, no rate expected. 4 entered.')
  await visitor.link(/^Tue 29 Sep/).click()
  await visitor.holds('CAD Indicative', '233.9')
})

test('a form names the rate that it would replace, and undoes it', async () => {
  const visitor = await product.visit({ as: await product.user('Nimal Perera'), at: '/dashboard' })
  await visitor.field('Date').fill('2026-09-25')
  await visitor.field('Rate').fill('330.5')
  await visitor.button('Save Rate').click()
  await visitor.sees('USD of 25 Sep 2026: 330.5000')
  product.test.clock.turn(60)
  await visitor.field('Rate').fill('331')
  await visitor.sees(
    '25 Sep 2026 already has 330.5000, entered by Nimal Perera. Saving replaces it.',
  )
  await visitor.button('Save Rate').click()
  await visitor.sees('USD of 25 Sep 2026: 330.5000 → 331.0000')
  await visitor.button(/^Undo/).first().click()
  await expect
    .poll(() => visitor.table('Recent Exchange Rates'))
    .toContainEqual(['25 Sep 2026', 'USD', 'LKR', '330.5000'])
})

test('the fields keep their width when the rate that is replaced is named below them', async () => {
  const as = await product.user('Nimal Perera')
  await as.enters('USD', '2026-09-24', 330.5)
  const visitor = await product.visit({ as, at: '/manage' })
  const width = async () => (await visitor.field('Rate').boundingBox())?.width
  await visitor.field('Date').fill('2026-09-24')
  const before = await width()
  await visitor.field('Rate').fill('331')
  await visitor.sees(/^24 Sep 2026 already has 330\.5000/)
  expect(await width()).toBe(before)
})

test('a rate typed at midnight stays under the day that it was typed for', async () => {
  product.test.clock.set('2026-09-29T18:29:30Z')
  const visitor = await product.visit({ as: await product.user('Nimal Perera'), at: '/enter' })
  await visitor.field('CAD Indicative').fill('233.5')
  await visitor.waits(90)
  await visitor.heading('Tue 29 Sep 2026').waitFor()
  await visitor.button('Save 1 rate').click()
  await visitor.sees('CAD of 29 Sep 2026: 233.5000')
  await visitor.open('/enter')
  await visitor.heading('Wed 30 Sep 2026').waitFor()
  await visitor.field('CAD Indicative').fill('233.6')
  await visitor.isAt('/enter?date=2026-09-30')
  await visitor.field('CAD Indicative').fill('')
  await visitor.isAt('/enter')
})
