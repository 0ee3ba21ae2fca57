import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
