import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const map = readFileSync(join(root, 'docs', 'specification-map.md'), 'utf8')
/** The cells of every line of a table. */
const lines = map
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What |'))
  .map((line) => line.split('|').slice(1, -1))
const filesIn = (cell: string | undefined) =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '')

test('every file that the map of the specification names is there', () => {
  const named = lines.flatMap(([, doing, showing]) => [...filesIn(doing), ...filesIn(showing)])
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every line of the map names what does it and a test that shows it', () => {
  for (const [what, doing, showing] of lines) {
    expect(filesIn(doing).length, what).toBeGreaterThan(0)
    expect(filesIn(showing).filter((file) => file.includes('.test.')).length, what).toBeGreaterThan(0)
  }
  expect(lines.length).toBeGreaterThan(100)
})
