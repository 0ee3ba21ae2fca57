// npm run dev: the pages from Vite, replaced as they are edited, and behind them the server, restarted as it is edited.
// Vite serves the page itself here, without our Content-Security-Policy, which its hot reload could not live under.
import { spawn } from 'node:child_process'
import { ownNode, root, setUp } from './set-up.mjs'

await setUp()
const { createServer } = await import('vite')
const port = Number(process.env.PORT || 3000)
const behind = { PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}` }

const watched = ['server', 'domain', 'contract'].map((folder) => `--watch-path=${folder}`)
const server = spawn(ownNode, [...watched, '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_ENV: 'development', ...process.env, ...behind },
})
const address = `http://127.0.0.1:${behind.PORT}`
const vite = await createServer({
  server: { port, strictPort: true, proxy: { '/api/': address, '/dev/': address } },
}).catch((error) => error)
if (vite instanceof Error) end(vite.message)
await vite.listen().catch((error) => end(error.message))
vite.printUrls()

server.on('exit', (status) => process.exit(status ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))

function end(sentence) {
  console.error(sentence)
  server.on('exit', () => process.exit(1))
  server.kill('SIGTERM')
}
