// npm run dev: the product, rendered on the server as in production, with pages from Vite that are
// replaced as they are edited. An edit of the server, the contract, the domain or their texts
// starts it again.
import { ownNode, root, run, setUp } from './set-up.mjs'

await setUp()
const { writeSentenceTypes } = await import('./sentence-types.mjs')
writeSentenceTypes(root)
const watched = ['server', 'domain', 'contract', 'text'].map((folder) => `--watch-path=${folder}`)
const program = [...watched, '--watch-preserve-output', 'server/commands/dev.ts']
process.exit(await run(ownNode, program, { NODE_ENV: 'development', ...process.env }))
