import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { FastifyInstance } from 'fastify'
import {
  createServer,
  isRunnableDevEnvironment,
  transformWithOxc,
  type Plugin,
  type RunnableDevEnvironment,
  type ViteDevServer,
} from 'vite'
import type { PageRenderer } from '../../contract/page-data.ts'
import type { PageAssets, PageSource } from './page-source.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const WEB = join(ROOT, 'web')
const ENTRY = '/start/render-page.tsx'
const MAIN = '/start/main.tsx'
/**
 * Script that makes the page replaceable before anything of the product runs, and then starts the
 * product.
 */
const HOT_MAIN = '/@hot-main.js'

/** The pages straight from `web/`, replaced in the browser as they are edited. */
export function livePages(): PageSource {
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
        // Hundreds of modules come with a page.
        request.log.level = 'warn'
        running().then((vite) => vite.middlewares(request.raw, reply.raw, done), done)
      })
      // Before the server waits for its connections: those for replacing modules stay open.
      app.addHook('preClose', async () => {
        await (await running()).close()
      })
    },
    renderer: async () => rendering(await running()).runner.import<PageRenderer>(ENTRY),
    assetsOf: async (modules) =>
      liveAssets(
        await running(),
        modules.filter((module) => module.includes('.')),
      ),
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

/** Where Vite runs modules for the server. After an edit it loads again what the edit concerns. */
function rendering({ environments: { ssr } }: ViteDevServer): RunnableDevEnvironment {
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that renders here')
  return ssr
}

/** Sources, packages and Vite's own modules have a dot or an @ in their path; pages have none. */
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
        ? `import '/@vite/client'\n${react.preambleCode.replace('__BASE__', '/')}\nawait ` +
          `import('${MAIN}')`
        : undefined,
  }
}

async function liveAssets(vite: ViteDevServer, modules: readonly string[]): Promise<PageAssets> {
  const [theme = '', start = ''] = await Promise.all(
    ['theme/apply-theme.ts', 'start/inline-script.ts'].map(inPage),
  )
  const sheets = new Set<string>()
  await collectSheets(vite, MAIN, new Set(), sheets)
  for (const module of modules) await collectSheets(vite, `/${module}`, new Set(), sheets)
  const styles = await Promise.all([...sheets].map((url) => styleElement(vite, url)))
  return {
    icon: '/favicon.svg',
    theme,
    start,
    main: vite.config.base + HOT_MAIN.slice(1),
    ahead: [],
    styles: styles.join(''),
    // Replacing modules and styles needs what the policy of built pages forbids.
    policy: "frame-ancestors 'none'",
  }
}

/** A script that stands in the page itself. */
async function inPage(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(join(WEB, file), 'utf8'), file)
  return `(()=>{${code}})()`
}

/** The style sheets of a module's static imports, in order. A virtual module (`/@id/`) has none. */
async function collectSheets(
  vite: ViteDevServer,
  url: string,
  seen: Set<string>,
  sheets: Set<string>,
): Promise<void> {
  if (seen.has(url)) return
  seen.add(url)
  if (url.endsWith('.css')) {
    sheets.add(url)
    return
  }
  const transformed = await rendering(vite).transformRequest(url)
  for (const imported of transformed?.deps ?? [])
    if (imported.startsWith('/') && !imported.startsWith('/@id/'))
      await collectSheets(vite, imported, seen, sheets)
}

/** A sheet in the element that Vite's client takes over, so that an edit replaces it there. */
async function styleElement(vite: ViteDevServer, url: string): Promise<string> {
  const { default: css } = await rendering(vite).runner.import<{ default: string }>(`${url}?inline`)
  return `<style data-vite-dev-id="${join(WEB, url)}">${css}</style>`
}
