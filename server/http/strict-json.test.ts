import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors.ts'
import { parseStrictJson } from './strict-json.ts'

const parse = (text: string) => parseStrictJson(Buffer.from(text))

describe('strict JSON', () => {
  it('reads whatever JSON.stringify writes, as JSON.parse does', () => {
    const writable = fc.jsonValue().filter(isPlain)
    fc.assert(
      fc.property(writable, (value) => {
        const text = JSON.stringify(value)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    ['a key twice', '{"rate":1,"rate":2}', 'the key "rate" twice'],
    ['a key twice in another spelling', '{"rate":1,"r\\u0061te":2}', 'the key "rate" twice'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'the key __proto__'],
    ['U+0000', '{"name":"a\\u0000b"}', 'the character U+0000'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'a lone surrogate'],
    ['1e999', '{"rate":1e999}', 'a number out of range'],
    ['NaN', '{"rate":NaN}', 'a value was expected'],
    ['more digits than a double keeps', '{"rate":301.25000000000000001}', 'a number of more than 15 digits'],
    ['60 000 levels', '['.repeat(60_000), 'more than 32 levels'],
    ['a trailing comma', '{"rate":1,}', 'a key was expected'],
    ['text behind the value', '{} {}', 'unexpected text'],
    ['a control character in a string', '{"name":"a\nb"}', 'a broken string'],
    ['nothing', ' ', 'a value was expected'],
    ['a byte order mark', '\ufeff{}', 'a value was expected'],
  ])('refuses %s and says where', (_what, text, sentence) => {
    expect(() => parse(text)).toThrow(ApiError)
    expect(() => parse(text)).toThrow(sentence)
  })

  it('refuses invalid UTF-8', () => {
    expect(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('invalid UTF-8')
  })
})

/** Without what strict JSON refuses on purpose: long numerals, NUL, lone surrogates, __proto__. */
function isPlain(value: unknown): boolean {
  const text = JSON.stringify(value)
  const tooLong = (text.match(/\d[\d.]*/g) ?? []).some((numeral) => numeral.replace(/\D/g, '').length > 15)
  return !tooLong && !/\\u0000|\\ud[89a-f]|__proto__/i.test(text)
}
