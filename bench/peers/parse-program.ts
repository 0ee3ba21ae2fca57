/*
 * Parse Server as its own guide starts it. Folder of its packages, database and port come as JSON in the first argument.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface ParseServer {
  start(): Promise<void>
  readonly app: unknown
}
interface Express {
  use(path: string, app: unknown): void
  listen(port: number, host: string, done: () => void): void
}

const { folder, databaseUrl, port } = JSON.parse(process.argv[2] ?? '') as Record<string, string> & {
  port: number
}
process.chdir(folder!) // it writes its log into ./logs, whatever it is told
const require = createRequire(join(folder!, 'package.json'))
const { ParseServer } = require('parse-server') as { ParseServer: new (options: unknown) => ParseServer }
const app = (require('express') as () => Express)()

const server = new ParseServer({
  databaseURI: databaseUrl,
  appId: 'bench',
  masterKey: 'bench-master',
  serverURL: `http://127.0.0.1:${port}/parse`,
  logLevel: 'error',
  silent: true,
})
await server.start()
app.use('/parse', server.app)
app.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}\nready`))
