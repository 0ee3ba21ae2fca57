/* npm run dev: pages from their sources; scripts/dev.mjs restarts it after an edit. */
import { runServer } from '../run-server.ts'
import { devPages } from '../pages/dev-pages.ts'

await runServer(process.env, { pages: devPages() })
