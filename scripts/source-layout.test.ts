import { globSync } from 'node:fs'
import { join, parse } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{domain,contract,text,server,web}/**/*.{ts,tsx}', { cwd: root })

it('names every source file after its subject', () => {
  const vague = /^(index|utils?|helpers?|common|misc|shared)$/
  expect(sources.filter((file) => vague.test(parse(file).name))).toEqual([])
  expect(sources.length).toBeGreaterThan(100)
})
