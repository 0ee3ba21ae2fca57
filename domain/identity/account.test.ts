import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatCountdown,
  isCode,
  isEmailAddress,
  mailboxOf,
  normaliseCode,
  normaliseEmail,
} from './account.ts'

describe('a code as it is typed or pasted', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123\u00a0456\n', '123456'],
    ['123\u2013456', '123456'],
    ['12 34 56 7', '1234567'],
  ])('%j is %s', (typed, code) => expect(normaliseCode(typed)).toBe(code))

  test('keeps every digit, whatever spaces and dashes surround it', () => {
    const filler = fc
      .array(fc.constantFrom(' ', '-', '\t', '\n', '\u00a0', '\u2010', '\u2014'))
      .map((marks) => marks.join(''))
    const digit = fc.integer({ min: 0, max: 9 }).map(String)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(filler, digit), { minLength: 6, maxLength: 6 }),
        filler,
        (parts, end) => {
          const typed = parts.map(([space, d]) => space + d).join('') + end
          expect(normaliseCode(typed)).toBe(parts.map(([, d]) => d).join(''))
          expect(isCode(normaliseCode(typed))).toBe(true)
        },
      ),
    )
  })

  test.each(['12345', '1234567', 'abcdef', '12345a', '', '１２３４５６', '١٢٣٤٥٦', '123456\n'])(
    '%j is no code',
    (text) => expect(isCode(text)).toBe(false),
  )
})

describe('an email address', () => {
  test.each(['nimal@example.lk', 'a@b.lk', "o'brien+tag@mail.example.co.uk", 'x_1%y@a-b.example'])(
    '%s is one',
    (text) => expect(isEmailAddress(text)).toBe(true),
  )

  test.each([
    '',
    'a',
    '@b.lk',
    'a@',
    'a@b',
    'a@b.l',
    'a b@c.lk',
    'a@b..lk',
    'a@-b.lk',
    'a@b-.lk',
    'a,b@c.lk',
    'a@b.lk,c@d.lk',
    'a@b.lk\n',
    'a@b.lk\r\nBcc: c@d.lk',
    'a;b@c.lk',
    '<a@b.lk>',
    '"a"@b.lk',
    'a@[127.0.0.1]',
    'නිමල්@example.lk',
    `${'a'.repeat(65)}@b.lk`,
  ])('%j is none', (text) => expect(isEmailAddress(text)).toBe(false))

  test('contains nothing that a mail header could read as a second address', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const text = `${left}@${right}.lk`
        if (isEmailAddress(text))
          expect(text).toMatch(/^[^\s,;<>()[\]:"\\@]+@[^\s,;<>()[\]:"\\@]+$/)
      }),
    )
  })

  test('normalises to one form', () => {
    expect(normaliseEmail('  Nimal@Example.LK ')).toBe('nimal@example.lk')
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const once = normaliseEmail(address)
        expect(normaliseEmail(once)).toBe(once)
        expect(normaliseEmail(address.toUpperCase())).toBe(once)
      }),
    )
  })
})

test.each([
  [600, '10:00'],
  [599.2, '10:00'],
  [61, '1:01'],
  [60, '1:00'],
  [9, '0:09'],
  [0.1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('%d seconds left are shown as %s', (seconds, shown) =>
  expect(formatCountdown(seconds)).toBe(shown),
)

test.each([
  ['Nimal+rates@Example.lk', 'nimal@example.lk'],
  ['nimal@example.lk', 'nimal@example.lk'],
  ['ni.mal@example.lk', 'ni.mal@example.lk'],
  ['N.I.M.A.L+a+b@googlemail.com', 'nimal@gmail.com'],
  ['+tag@example.lk', '+tag@example.lk'],
])('%s delivers to the mailbox %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
