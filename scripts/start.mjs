// npm start: packages, pages, server.
import { setUp } from './set-up.mjs'

await setUp()
const { buildIfStale } = await import('./build.mjs')
if (!(await buildIfStale())) process.exit(1)
process.env.NODE_ENV ??= 'production'
await import('../server/main.ts')
