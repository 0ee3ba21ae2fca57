import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { FastifyInstance } from 'fastify'
import {
  createServer,
  isRunnableDevEnvironment,
  transformWithOxc,
  type Plugin,
  type ViteDevServer,
} from 'vite'
import type { PageRenderer } from '../../contract/page-data.ts'
import { giveBack } from '../http/response-cache.ts'
import type { PageSource } from './built-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** An edit of a page is shown without a reload, although it exports more than components. */
const PAGES_ARE_REPLACED = `window.__getReactRefreshIgnoredExports = () => ['loader', 'head']`
/** Starts module replacement before any module of the product. */
const HOT_MAIN = '/@hot-main.js'

export function devPages(): PageSource {
  let started: Promise<ViteDevServer> | undefined
  const running = (): Promise<ViteDevServer> => {
    if (started === undefined) throw new Error('Vite starts with serveFiles')
    return started
  }
  return {
    isFinal: false,
    async serveFiles(app) {
      started = startVite(app.server)
      await started
      app.addHook('onRequest', (request, reply, done) => {
        if (!isOfVite(request.url)) {
          done()
          return
        }
        giveBack(reply.raw)
        running().then((vite) => vite.middlewares(request.raw, reply.raw, done), done)
      })
      // Connections for replacing modules stay open.
      app.addHook('preClose', async () => {
        await (await running()).close()
      })
    },
    async renderer() {
      const { ssr } = (await running()).environments
      if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run modules here')
      return ssr.runner.import<PageRenderer>('/start/render-page.tsx')
    },
    assetsOf: async () => ({
      icon: '/favicon.svg',
      start: await inlineScript(),
      main: HOT_MAIN,
      ahead: [],
      // Vite's client adds the styles of each module that it loads.
      styles: '',
      // Replacing modules and styles needs what the policy of built pages forbids.
      policy: "frame-ancestors 'none'",
    }),
  }
}

function startVite(server: FastifyInstance['server']): Promise<ViteDevServer> {
  return createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    server: { middlewareMode: true, hmr: { server } },
    plugins: [hotMain()],
  })
}

/** Paths of sources, packages and Vite's modules contain a dot or an @; paths of pages do not. */
function isOfVite(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return /[.@]/.test(path) && !/^\/(api|dev)\//.test(path)
}

function hotMain(): Plugin {
  return {
    name: 'hot-main',
    resolveId: (id) => (id === HOT_MAIN ? id : undefined),
    load: (id) =>
      id === HOT_MAIN
        ? `import '/@vite/client'\n${react.preambleCode.replace('__BASE__', '/')}\n${PAGES_ARE_REPLACED}\n` +
          `await import('/start/main.tsx')`
        : undefined,
  }
}

async function inlineScript(): Promise<string> {
  const file = join(ROOT, 'web', 'start', 'inline-script.ts')
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  return `(()=>{${code}})()`
}
