import { expect, it } from 'vitest'
import { addressIn, LANGUAGES, splitLanguage } from './language.ts'

it.each(['/', '/rates', '/rates/USD/2026-09-29', '/siam', '/table'])(
  '%s has an address in each language, which leads back to it',
  (path) => {
    for (const language of LANGUAGES)
      expect(splitLanguage(addressIn(language, path))).toEqual({ language, path })
  },
)

it('an address keeps its query and fragment, and an unknown language code is part of the path', () => {
  expect(addressIn('si', '/?amount=5')).toBe('/si?amount=5')
  expect(addressIn('ta', '/login#token=t')).toBe('/ta/login#token=t')
  expect(addressIn('en', '/rates?base=GBP')).toBe('/rates?base=GBP')
  for (const path of ['/xx/rates', '/en/rates', '/SI/rates'])
    expect(splitLanguage(path)).toEqual({ language: 'en', path })
})
