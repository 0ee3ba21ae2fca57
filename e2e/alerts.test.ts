import { expect, test } from 'vitest'
import { startProduct } from '../harness/product.ts'

const product = await startProduct({ recorded: {} })

test('a visitor requests an alert, confirms it, receives it and ends it by its link', async () => {
  const email = 'sanduni@example.lk'
  const visitor = await product.visit({ width: 390, height: 844 })
  await visitor.open('/alerts?currency=GBP')
  expect(await visitor.field('Currency').inputValue()).toBe('GBP')
  const example = visitor.page.getByRole('figure', { name: 'Example of the email' })
  await example.getByText('GBP 438.0599 LKR: GBP above 438.0000 LKR').waitFor()
  await visitor.button('Request alert').click()
  await visitor.sees('Fill in this field.')
  await visitor.field('Rate in LKR').fill('300')
  await visitor.sees('Already above')
  await visitor.field('Rate in LKR').fill('440')
  await visitor.seesNot('Already above')
  await example.getByText('GBP 440.2200 LKR: GBP above 440.0000 LKR').waitFor()
  await visitor.field('Email address').fill(email)
  await visitor.button('Request alert').click()
  await visitor.sees(/^Check your mailbox/)
  await visitor.isAccessible('an alert that was requested')

  await visitor.open((await product.post.next(email)).link)
  await visitor.sees('GBP above 440.0000 LKR')
  await visitor.sees('Not confirmed. No emails will be sent.')
  await visitor.button('Confirm alert: GBP above 440.0000 LKR').click()
  await visitor.sees('Active')
  await visitor.field('Email me when').selectOption('daily')
  await visitor.button('Add alert').click()
  await visitor.sees('All rates of the day, at 9:00')
  await visitor.isAccessible('the alerts of an address')

  await (await product.user()).enters('GBP', '2026-09-29', 441.5)
  const emails = [await product.post.next(email), await product.post.next(email)]
  const alert = emails.find(({ subject }) => subject.startsWith('GBP'))
  expect(alert?.subject).toBe('GBP 441.5000 LKR: GBP above 440.0000 LKR')
  await visitor.open('/')
  await visitor.open(alert?.link ?? '')
  await visitor.button('End alert: GBP above 440.0000 LKR').click()
  await visitor.seesNot('GBP above 440.0000 LKR')
  await visitor.button('End alert: All rates of the day, at 9:00').click()
  await visitor.sees('There are no alerts. Your address is erased within a day.')
})
