import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sheets = globSync(['web/**/*.css', 'server/**/*.css'], { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('every token that a style uses is there: one that is not would void its whole declaration without a word', () => {
  const defined = new Set(
    Array.from(textOf('web/ui/tokens.css').matchAll(/^[ \t]*(--[\w-]+):/gm), ([, name]) => name),
  )
  const missing = sheets.flatMap((file) =>
    Array.from(textOf(file).matchAll(/var\((--[\w-]+)/g), ([, name]) => ({ file, name })).filter(
      ({ name }) => !defined.has(name),
    ),
  )
  expect(missing).toEqual([])
  expect(sheets.length).toBeGreaterThan(20)
})

test('every class of a sheet is used by what imports it, and every class that is used is there', () => {
  const pages = globSync('web/**/*.tsx', { cwd: root }).map(textOf)
  const wrong = sheets
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      // A class in :global(…) is one of web/ui/base.css.
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
