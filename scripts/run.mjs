// npm run NAME of a TypeScript command: node scripts/run.mjs FILE [ARGUMENT …]
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { join, resolve } from 'node:path'
import { root, setUp } from './set-up.mjs'

await setUp({ tools: !process.argv[2]?.startsWith('server/') })
// The same cache as in scripts/start.mjs.
module.enableCompileCache(join(root, '.cache', 'compiled'))
process.env.NODE_ENV = process.env.NODE_ENV || 'production'
const [file, ...rest] = process.argv.slice(2)
process.argv = [process.argv[0], resolve(root, file), ...rest]
await import(pathToFileURL(process.argv[1])).catch((error) => {
  // Wrong arguments need no stack.
  if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
  console.error(`${error.message}\nHow it is used: ${file}`)
  process.exitCode = 1
})
