// npm run dev: renders on the server, with pages from Vite. Restarts when server, contract, domain
// or their texts change.
import { ownNode, root, run, setUp } from './set-up.mjs'

await setUp()
const { writeSentenceTypes } = await import('./sentence-types.mjs')
writeSentenceTypes(root)
const watched = ['server', 'domain', 'contract', 'text'].map((folder) => `--watch-path=${folder}`)
const program = [...watched, '--watch-preserve-output', 'server/commands/dev.ts']
process.exit(await run(ownNode, program, { NODE_ENV: 'development', ...process.env }))
