import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const lines = read('docs/trust-map.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What |'))
const shownBy = lines.map((line) => line.split('|').at(-2) ?? '')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')

test('every line of the map of trust names a file or a chaos run, and every one that it names is there', () => {
  const runNames = new Set<string>()
  for (const file of matches(read('chaos/all-scenarios.ts'), /from '\.\/([^']+)'/g))
    for (const name of matches(read(`chaos/${file}`), /name: '([^']+)'/g)) runNames.add(name)
  for (const [index, cell] of shownBy.entries()) {
    const files = matches(cell, /`([^`]+)`/g)
    const runs = matches(cell, /\*\*([^*]+)\*\*/g)
    expect(files.length + runs.length, lines[index]).toBeGreaterThan(0)
    expect(
      files.filter((file) => !existsSync(join(root, file))),
      lines[index],
    ).toEqual([])
    expect(
      runs.filter((name) => !runNames.has(name)),
      lines[index],
    ).toEqual([])
  }
  expect(lines.length).toBeGreaterThan(40)
})
