import { describe, expect, test, onTestFinished } from 'vitest'
import { t } from '../../text/sentences.ts'
import { setPublishers } from '../series.ts'
import { RATE_FEEDS } from '../rate-precedence.ts'
import { isLikeName, nameError } from './user-name.ts'

describe('a user’s name', () => {
  test.each([
    'Nimal Perera',
    'J. R. Perera',
    "O'Brien",
    'නිමල්',
    'ප්‍රියන්ත',
    'ශ්‍රී ලාල්',
    'குமார்',
    'Zoë-Anne',
    '李',
    'Lanka',
    'Sri Lanka Banker',
    'Tara Banks',
    'Adminda Silva',
    'Nimal Perera 2',
    'x'.repeat(80),
  ])('can be %j', (name) => expect(nameError(name)).toBeUndefined())

  test.each([
    ['empty', ['', '  ', '\t']],
    ['too long', ['x'.repeat(81)]],
    [
      'invisible',
      [
        'A\u200bB',
        '\u200b',
        'A\u202eB',
        'A\u200fB',
        'A\u061cB',
        'A\u2066B',
        'A\r\nB',
        'A\u2028B',
        'A\u00adB',
        '\u3164',
        '\u2800A',
        'A\ufe0f',
        'A\u200dB',
        'A\ud800B',
        '\ue000A',
        // A joiner outside a conjunct is as invisible as any.
        '\u0dca\u200dA',
      ],
    ],
    ['no letter', ['12', '—', '😀', '1 / 2', '\u0dca']],
    [
      'reserved',
      [
        'Central Bank of Sri Lanka',
        'CENTRAL BANK  of sri-lanka.',
        'Central Bank of Sri Lanka (official)',
        'The Central Bank of Sri Lanka',
        'Сentrаl Ваnk оf Sri Lаnkа',
        'Ｃｅｎｔｒａｌ Bank of Sri Lanka',
        'Centra1 Bank 0f Sri Lanka',
        'CentraI Bank of Sri Lanka',
        'Céntral Bank of Sri Lanka',
        'cbsl',
        'CBSL.',
        'Currency API',
        'currency-api',
        'A registered user',
        ...[
          'Operator',
          'ＯＰＥＲＡＴＯＲ',
          'System',
          'Administrator',
          'admin 1',
          'ක්‍රියාකරු',
          'நிர்வாகி',
        ],
        ...['a former user (#12)', 'A FORMER USER #7', 'Former user', 'හිටපු පරිශීලකයෙක් (#3)'],
        ...['Central Bank', 'Commercial Bank of Ceylon', 'Вank of Ceylon', 'People’s Bank'],
        ...['HNB', 'ලංකා බැංකුව', 'இலங்கை வங்கி'],
      ],
    ],
  ] as const)('is %s', (error, names) => {
    for (const name of names) expect(nameError(name), JSON.stringify(name)).toBe(error)
  })

  test.each(RATE_FEEDS)('may not be the shown name of the feed %s', (feed) =>
    expect(nameError(t.sourceNames[feed])).toBe('reserved'),
  )

  test('may not be the name of a configured bank, but may be like its identifier', () => {
    setPublishers([{ id: 'sampath', name: 'Amana Finance' }])
    onTestFinished(() => setPublishers([]))
    expect(nameError('AMANA FINANCE')).toBe('reserved')
    expect(nameError('Sampath')).toBeUndefined()
  })

  test('may not resemble the name of the provider; a name without letters resembles none', () => {
    expect(isLikeName('Вank of Kandy', ['Bank of Kandy'])).toBe(true)
    expect(isLikeName('Bank of Galle', ['Bank of Kandy'])).toBe(false)
    expect(isLikeName('Nimal', ['!!!', ''])).toBe(false)
  })
})
