import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { AuditAction } from '../contract/audit-log.ts'
import { recordAuditEntry } from '../server/audit-log/record-audit-entry.ts'
import { startProduct } from '../harness/product.ts'
import { holdRequests } from '../harness/browser/held-responses.ts'

const product = await startProduct()
const user = await product.user('Anusha Auditor')

const CLERK = {
  userId: null,
  email: 'clerk@example.lk',
  ip: '203.0.113.9',
  device: 'Test',
  requestId: 'x',
}

async function recordEntries(action: AuditAction, descriptions: readonly string[]): Promise<void> {
  const { db, clock } = product.test
  for (const description of descriptions)
    await db.transaction().execute((trx) =>
      recordAuditEntry(trx, { actor: CLERK, at: clock.now() }, action, description, {
        metadata: { from: 300.5, to: 301.25 },
      }),
    )
}

await recordEntries('update exchange rate', [
  'Changed the USD rate, 100% sure',
  'Changed the GBP rate',
])
await recordEntries(
  'login',
  Array.from({ length: 40 }, (_, index) => `Signed in, number ${index + 1}`),
)

test('the trail lists 15 entries a page with badge, description, time, user, address and details', async () => {
  const visitor = await product.visit({ as: user, at: '/auditlog' })
  await visitor.heading('Audit Trail').waitFor()
  const items = visitor.page.getByRole('main').locator('ol > li:has(time)')
  await expect.poll(() => items.count()).toBe(15)
  const first = items.first()
  const text = await first.innerText()
  for (const part of ['Login', 'Signed in, number 40', 'clerk@example.lk', '203.0.113.9'])
    expect(text).toContain(part)
  expect(await first.locator('time').getAttribute('datetime')).toMatch(/^2026-09-29T/)
  expect(await first.locator('pre').count()).toBe(0)
  await first.locator('summary').click()
  await visitor.isAccessible('audit trail, details')
  expect(JSON.parse(await first.locator('pre').innerText())).toMatchObject({
    from: 300.5,
    to: 301.25,
  })
})

test('page, filter and search are in the address and survive reload and back', async () => {
  const visitor = await product.visit({ as: user, at: '/auditlog' })
  await visitor.sees('Signed in, number 40')
  expect(visitor.watch.requests).toContain('GET /api/audit-logs?page=1&per_page=15')
  await visitor.link('Page 2').click()
  await visitor.isAt(/^\/auditlog\?page=2/)
  await visitor.sees('Signed in, number 25')
  await visitor.link('Next').click()
  await visitor.isAt(/^\/auditlog\?page=3/)
  await visitor.reload()
  await visitor.sees('Signed in, number 10')
  await visitor.link('Previous').click()
  await visitor.sees('Signed in, number 25')
  await visitor.page.goBack()
  await visitor.sees('Signed in, number 10')
  await visitor.link('100 per page').click()
  await visitor.isAt('/auditlog?per_page=100')
  await expect.poll(() => visitor.page.locator('ol > li:has(time)').count()).toBeGreaterThan(40)

  await visitor.open('/auditlog')
  await visitor.field('Action').selectOption('update exchange rate')
  await visitor.isAt('/auditlog?action=update+exchange+rate')
  await visitor.sees('Changed the GBP rate')
  await visitor.seesNot('Signed in, number 40')
  expect(await visitor.field('Action').locator('option').first().innerText()).toBe('All Actions')
  const search = visitor.field('Search')
  expect(await search.getAttribute('placeholder')).toBe('Search descriptions...')
  await search.fill('100%')
  await visitor.isAt('/auditlog?search=100%25&action=update+exchange+rate')
  await visitor.seesNot('Changed the GBP rate')
  await visitor.reload()
  await visitor.sees('Changed the USD rate, 100% sure')
  expect(await search.inputValue()).toBe('100%')
  await search.fill('nothing like this')
  await visitor.sees('No entries match “')
  await visitor.isAccessible('audit trail, nothing found')
  await visitor.open('/auditlog?page=99')
  await visitor.isAt(/^\/auditlog(\?page=[1-9]\d?)?$/)
  await expect.poll(() => visitor.page.locator('ol > li:has(time)').count()).toBeGreaterThan(0)
})

test('day, user and currency filter the trail and its export, which is audited', async () => {
  await user.enters('GBP', '2026-09-29', 438.1)
  await user.enters('CAD', '2026-09-29', 233.2)
  const visitor = await product.visit({ as: user, at: '/auditlog' })
  await visitor.page.getByText('More filters').click()
  const from = visitor.field('Recorded from')
  await from.fill('2026-12-25')
  await from.blur()
  await visitor.sees('Choose 29 Sep 2026 or an earlier day.')
  await visitor.isAccessible('audit trail, more filters')
  expect(await from.getAttribute('aria-invalid')).toBe('true')
  await visitor.isAt('/auditlog')
  await from.fill('2026-09-28')
  await visitor.isAt('/auditlog?from=2026-09-28')
  expect(await visitor.page.locator('input[name=from]:focus').count()).toBe(1)
  await visitor.seesNot('Choose 29 Sep 2026 or an earlier day.')
  await visitor.field('Currency').selectOption('GBP')
  await visitor.field('User').selectOption(user.email)
  await visitor.field('Recorded from').fill('2026-09-29')
  await visitor.field('Recorded from').blur()
  await visitor.isAt(/^\/auditlog\?.*from=2026-09-29/)
  const items = visitor.page.locator('ol > li:has(time)')
  await expect.poll(() => items.count()).toBe(1)
  expect(await items.first().innerText()).toContain('GBP')

  const download = visitor.page.waitForEvent('download')
  await visitor.menu('Export').click()
  await visitor.button('CSV').click()
  const file = await readText(await (await download).createReadStream())
  const lines = file.trim().split(/\r?\n/)
  expect(lines.filter((line) => line.includes('the GBP rate'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('the CAD rate'))).toEqual([])
  await visitor.open('/auditlog?action=export+audit+trail')
  await expect.poll(() => items.count()).toBe(1)
})

test('a change of a rate is found by its day and proven by page, print and entry', async () => {
  await user.enters('AUD', '2026-09-22', 214.5)
  await user.enters('AUD', '2026-09-22', 215.25)
  const visitor = await product.visit({ as: user, at: '/auditlog' })
  await visitor.page.getByText('More filters').click()
  await visitor.field('Rate day from').fill('2026-09-22')
  await visitor.field('Rate day to').fill('2026-09-22')
  await visitor.isAt('/auditlog?rate_from=2026-09-22&rate_to=2026-09-22')
  const items = visitor.page.locator('ol > li:has(time)')
  // The two entries and the bundled sample.
  await expect.poll(() => items.count()).toBe(3)
  const newest = items.first()
  expect(await newest.innerText()).toMatch(/from 214\.5000\sLKR to 215\.2500\sLKR/)
  await newest.locator('summary').click()
  const [number = ''] = /#\d+/.exec(await newest.innerText()) ?? []
  await visitor.page.emulateMedia({ media: 'print' })
  await visitor.sees('Rate day from: 22 Sep 2026.')
  await visitor.seesNot('Clear filters')
  await visitor.page.emulateMedia({ media: 'screen' })

  await newest.getByRole('link', { name: '22 Sep 2026' }).click()
  await visitor.isAt('/rates/AUD/2026-09-22')
  await visitor.sees(new RegExp(`Entered by ${user.name} on `))
  const proof = visitor.page.locator('code').filter({ hasText: /^[0-9a-f]{64}$/ })
  const hash = await proof.innerText()
  await visitor.page.emulateMedia({ media: 'print' })
  // Browsers send the event before they print; the QR code loads lazily.
  await expect
    .poll(async () => {
      await visitor.page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
      return visitor.page.getByRole('img', { name: /^QR code of .*known_at=/ }).isVisible()
    })
    .toBe(true)
  await visitor.sees('Printed on ')
  await visitor.sees(number)
  expect(await proof.innerText()).toBe(hash)
  const pdf = await visitor.page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12]/)
  await visitor.page.emulateMedia({ media: 'screen' })
  const code = visitor.page.getByRole('img', { name: 'QR code of ', includeHidden: true })
  const [printed = ''] = /\/rates\/\S+$/.exec((await code.getAttribute('aria-label')) ?? '') ?? []
  product.test.clock.turn(60)
  await user.enters('AUD', '2026-09-22', 216.5)
  await visitor.open(printed)
  await visitor.sees('215.2500')
  expect(await proof.innerText()).toBe(hash)

  await visitor.open('/rates/AUD/2026-09-22')
  // A short history is open at first.
  const history = visitor.page.locator('details', { hasText: 'Source and history' })
  if ((await history.getAttribute('open')) === null)
    await visitor.menu('Source and history').click()
  await visitor.link(number).first().click()
  await visitor.isAt(`/auditlog?entry=${number.replace('#', '')}`)
  await expect.poll(() => items.count()).toBe(1)
  await visitor.open('/auditlog')
  await visitor.page.getByText('More filters').click()
  await visitor.field('Entry No.').fill(number)
  await visitor.isAt(`/auditlog?entry=${number.replace('#', '')}`)
  await expect.poll(() => items.count()).toBe(1)
  const stranger = await product.visit({ at: printed })
  await stranger.sees(number)
  await stranger.sees(hash)
  expect(await stranger.link(number).count()).toBe(0)
})

test('the state of the chain has a reserved place, with key, files and program to verify it', async () => {
  const visitor = await product.visit({ as: user })
  const release = await holdRequests(visitor.page, '**/api/audit-logs/state')
  await visitor.open('/auditlog')
  const filters = () => visitor.page.getByRole('search', { name: 'Audit trail' }).boundingBox()
  const before = await filters()
  release()
  await visitor.sees(/^Verified up to entry/)
  expect(await filters()).toEqual(before)
  await visitor.page.getByText('Verify it yourself').click()
  await visitor.isAccessible('audit trail, how to check')
  await visitor.sees(
    /^node verify-audit-trail\.mjs audit-trail-2026-09-29\.jsonl .* --key=[\w-]{43}$/,
  )
  const names = []
  for (const name of [/^Audit trail/, /^Checkpoints/]) {
    const download = visitor.page.waitForEvent('download')
    await visitor.button(name).click()
    names.push((await download).suggestedFilename())
  }
  const program = visitor.page.waitForEvent('download')
  await visitor.link(/^Verification program/).click()
  names.push((await program).suggestedFilename())
  expect(names).toEqual([
    'audit-trail-2026-09-29.jsonl',
    'audit-checkpoints-2026-09-29.jsonl',
    'verify-audit-trail.mjs',
  ])
})

test('newer entries are offered and do not move the list', async () => {
  const visitor = await product.visit({ as: user, at: '/auditlog?action=restore+exchange+rate' })
  await visitor.sees('No entries match these filters.')
  await recordEntries('register', ['Somebody known'])
  await visitor.open('/auditlog?action=register')
  await visitor.sees('Somebody known')
  await recordEntries('register', ['Somebody new'])
  await visitor.waits(31)
  await visitor.seesNot('Somebody new')
  await visitor.button('Show new entries').click()
  await visitor.sees('Somebody new')
})

test('a missing checkpoint key is reported', async () => {
  await product.stop() // which signs the end of the trail
  const { dataDir } = product.test.deps.config
  rmSync(join(dataDir, 'keys', 'audit-checkpoints.pem'))
  await product.start()
  const headers = { authorization: `Bearer ${user.token}` }
  const readState = async () =>
    (await fetch(`${product.url}/api/audit-logs/state`, { headers })).text()
  await expect.poll(readState).not.toContain('NOT CHECKED')
  const visitor = await product.visit({ as: user, at: '/auditlog' })
  const notice = visitor.page
    .getByRole('status')
    .filter({ hasText: 'the key that signs checkpoints is missing' })
  await notice.waitFor()
})
