import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sheets = globSync(['web/**/*.css', 'server/**/*.css'], { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('every token that a style uses is defined', () => {
  const defined = new Set(
    Array.from(textOf('web/ui/tokens.css').matchAll(/^[ \t]*(--[\w-]+):/gm), ([, name]) => name),
  )
  const missing = sheets.flatMap((file) =>
    Array.from(textOf(file).matchAll(/var\((--[\w-]+)/g), ([, name]) => ({ file, name })).filter(
      ({ name }) => !defined.has(name),
    ),
  )
  expect(missing).toEqual([])
  expect(sheets.length).toBeGreaterThan(10)
})

test('no sheet has more than 300 lines', () => {
  const long = sheets.filter((file) => textOf(file).split('\n').length > 301)
  expect(long).toEqual([])
})

test('every global class is used', () => {
  const sources = globSync('{web,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map(textOf)
    .join('\n')
  const composed = sheets.map((file) =>
    textOf(file).match(/composes: .* from global|:global\([^)]*\)/g),
  )
  const unused = sheets
    .filter((file) => !file.endsWith('.module.css'))
    .flatMap((file) => {
      const rules = textOf(file).replaceAll(/\/\*[^]*?\*\/|url\([^)]*\)|'[^']*'/g, '')
      const classes = new Set(
        Array.from(rules.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name),
      )
      return [...classes].filter((name) => !isNamed(name, `${sources}\n${composed.join('\n')}`))
    })
  expect(unused).toEqual([])
})

/** Some are put together: `button-${kind}`. */
function isNamed(name: string, sources: string): boolean {
  const [stem = ''] = name.split('-')
  return (
    new RegExp(`[\\s'"\`.]${name}[\\s'"\`,.):$]`).test(sources) ||
    (name.includes('-') && sources.includes(`${stem}-\${`))
  )
}

/** Returns a token's colour, for light or dark, as red, green and blue from 0 to 1. */
function colourOf(token: string, isDark: boolean): number[] {
  const pattern = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`)
  const hex = pattern.exec(textOf('web/ui/tokens.css'))?.[isDark ? 2 : 1] ?? ''
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string, isDark: boolean): number {
  const [light = 0, dark = 0] = [one, other]
    .map((token) => luminance(colourOf(token, isDark)))
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['page', 'card', 'well']
const TEXT_PAIRS = [
  ...['ink', 'ink-2', 'act'].flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...['rise', 'fall'].map((text) => [text, 'card'] as const),
  ...(['ink', 'act'] as const).map((text) => [text, 'act-soft'] as const),
  ['on-act', 'act'] as const,
  ...['warn', 'ink'].map((text) => [text, 'warn-soft'] as const),
  ...['stop', 'ink'].map((text) => [text, 'stop-soft'] as const),
  ['stop', 'card'] as const,
  ['card', 'stop'] as const,
]

test.each([false, true])('text has a contrast of 4.5, and edges of 3 (dark: %s)', (isDark) => {
  const tooLow = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs.filter(([one, other]) => !(contrast(one, other, isDark) >= least))
  expect(tooLow(TEXT_PAIRS, 4.5)).toEqual([])
  expect(
    tooLow(
      [
        ['edge', 'card'],
        ['warn-edge', 'warn-soft'],
      ],
      3,
    ),
  ).toEqual([])
})

test('a rule with :global also has a class of its own module, or is nested in one', () => {
  const leaks = sheets
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      const nesting: string[] = []
      return Array.from(
        textOf(file)
          .replaceAll(/\/\*[^]*?\*\//g, '')
          .matchAll(/([^{};]*)([{};])/g),
        ([, text = '', end]) => {
          if (end === '}') nesting.pop()
          if (end !== '{') return []
          const selectors = text.split(/,(?![^(]*\))/)
          const isNested = nesting.some(hasOwnClass)
          nesting.push(text)
          return selectors
            .filter(
              (selector) => selector.includes(':global') && !isNested && !hasOwnClass(selector),
            )
            .map((selector) => `${file}: ${selector.trim()}`)
        },
      ).flat()
    })
  expect(leaks).toEqual([])
})

const hasOwnClass = (selector: string) =>
  /\.[a-z]/.test(selector.replaceAll(/:global\([^)]*\)/g, ''))

test('every class of a sheet is used, and every used class exists', () => {
  const pages = globSync('web/**/*.tsx', { cwd: root }).map(textOf)
  const wrong = sheets
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      // A class in :global(…) is one of web/ui.
      const rules = textOf(file).replaceAll(
        /\/\*[^]*?\*\/|url\([^)]*\)|:global\([^)]*\)|'[^']*'/g,
        '',
      )
      const classes = new Set(
        Array.from(rules.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name),
      )
      const users = pages.flatMap((page) => {
        const as = new RegExp(`import (\\w+) from '[^']*/${basename(file)}'`).exec(page)?.[1]
        return as === undefined
          ? []
          : Array.from(page.matchAll(new RegExp(`\\b${as}(\\[.*?\\])`, 'g')))
      })
      const used = users.map(([, name = '']) => name)
      const names = used.flatMap((name) => /^\['([\w-]+)'\]$/.exec(name)?.[1] ?? [])
      // Which class is worked out where it is used, from `styles[kind]` or styles[`of-${at}`].
      const isWorkedOut = used.some((name) => /^\[[a-z`]/.test(name))
      return [
        ...[...classes]
          .filter((name) => !isWorkedOut && !names.includes(name))
          .map((name) => `${file}: .${name} is not used`),
        ...names
          .filter((name) => !classes.has(name))
          .map((name) => `${file}: .${name} is not there`),
      ]
    })
  expect(wrong).toEqual([])
})
