// npm run check: formatting, lint, types and imports, in parallel.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ownNode, root, setUp } from './set-up.mjs'

await setUp()
const { writeSentenceTypes } = await import('./sentence-types.mjs')
writeSentenceTypes(root)
const modules = join(root, 'node_modules')
const eslint = [join(modules, 'eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0']
const cruiser = [
  join(modules, 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
  ...['--config', '.dependency-cruiser.mjs', 'domain', 'contract', 'text', 'server', 'web'],
]
const prettier = [
  join(modules, 'prettier', 'bin', 'prettier.cjs'),
  '--check',
  '--log-level=warn',
  '.',
]
const tsc = (project) => [
  join(modules, 'typescript', 'bin', 'tsc'),
  '-p',
  `tsconfig.${project}.json`,
]

/** Resolves to false, and prints the output, if the program fails. */
function check(name, args) {
  const child = spawn(ownNode, args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  })
  const said = []
  child.stdout.on('data', (data) => said.push(data))
  child.stderr.on('data', (data) => said.push(data))
  return new Promise((resolve) => {
    child.on('close', (status) => {
      console.log(`${name}: ${status === 0 ? 'good' : `wrong\n${Buffer.concat(said)}`}`)
      resolve(status === 0)
    })
  })
}

const results = await Promise.all([
  check('lint', eslint),
  (async () => {
    const types = []
    for (const project of ['domain', 'server', 'web', 'worker'])
      types.push(await check(`types of ${project}`, tsc(project)))
    const rest = [await check('imports', cruiser), await check('format', prettier)]
    return [...types, ...rest].every(Boolean)
  })(),
])
process.exit(results.every(Boolean) ? 0 : 1)
