/*
 * npm run dev: pages from their sources; scripts/dev.mjs starts it again when the server is edited.
 */
import { runServer } from '../run-server.ts'
import { devPages } from '../pages/dev-pages.ts'

await runServer(process.env, { pages: devPages() })
