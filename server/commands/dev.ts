/*
 * npm run dev: pages from their sources; scripts/dev.mjs starts it again when the server is edited.
 */
import { runServer } from '../run-server.ts'
import { livePages } from '../web/live-pages.ts'

await runServer(process.env, { pages: livePages() })
