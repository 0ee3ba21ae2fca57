// npm run test:list [-- PATH …]: names of tests and chaos scenarios, by file.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ownNode, root, setUp } from './set-up.mjs'

await setUp()
const paths = process.argv.slice(2)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { stdout, stderr, status } = spawnSync(
  ownNode,
  [vitest, 'list', '--project=!debian', ...paths],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
if (status !== 0) console.error(stderr)
const sentences = Map.groupBy(
  stdout.split('\n').filter((line) => line.startsWith('[')),
  (line) => line.replace(/^\[\w+\] /, '').split(' > ', 1)[0],
)
for (const [file, lines] of [...sentences].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`\n${file}`)
  for (const line of lines) console.log(`  ${line.split(' > ').slice(1).join(': ')}`)
}
if (paths.length === 0) {
  console.log('\nchaos/ (npm run check:faults -- NAME)')
  spawnSync(ownNode, [join(root, 'chaos', 'run-chaos.ts'), '--list'], { stdio: 'inherit' })
}
process.exit(status ?? 1)
