import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '../../contract/page-data.ts'
import { pagePolicy, WORKER_POLICY } from '../http/content-policies.ts'

export interface PageAssets {
  readonly icon: string
  readonly start: string
  /** `start` loads it. */
  readonly main: string
  readonly ahead: readonly string[]
  readonly styles: string
  readonly policy: string
}

export interface PageSource {
  /** The same responses give the same page. */
  readonly isFinal: boolean
  /** Call this before the pages' own route is registered. */
  serveFiles(app: FastifyInstance): Promise<void>
  renderer(): Promise<PageRenderer>
  /** `modules` are the files of a screen, its own first. */
  assetsOf(modules: readonly string[]): Promise<PageAssets>
}

interface Chunk {
  readonly name?: string
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Throws if a part is missing. */
export async function readBuiltPages(dist: string): Promise<PageSource> {
  const web = join(dist, 'web')
  const files = await readFiles(web)
  const manifest = JSON.parse(
    await readFile(join(web, '.vite', 'manifest.json'), 'utf8'),
  ) as Record<string, Chunk>
  const renderer = (await import(
    pathToFileURL(join(dist, 'ssr', 'render-page.js')).href
  )) as PageRenderer
  const assets = new Map<string, PageAssets>()
  const assetsOfModules = (modules: readonly string[]) => {
    const known = assets.get(modules.join()) ?? assetsOf(modules, manifest, files)
    assets.set(modules.join(), known)
    return known
  }
  for (const { modules } of renderer.SCREEN_LIST) assetsOfModules(modules)
  return {
    isFinal: true,
    serveFiles: (app) => serveFiles(app, web),
    renderer: () => Promise.resolve(renderer),
    assetsOf: (modules) => Promise.resolve(assetsOfModules(modules)),
  }
}

const MAIN = 'start/main.tsx'

function assetsOf(
  modules: readonly string[],
  manifest: Record<string, Chunk>,
  files: ReadonlyMap<string, Buffer>,
): PageAssets {
  // Sentences are found by name.
  const chunk = (name: string): Chunk =>
    manifest[name] ?? Object.values(manifest).find((each) => each.name === name) ?? missing(name)
  // Imports first, as in the bundler's loader: later sheets override.
  const chunks = new Set<Chunk>()
  const seen = new Set<Chunk>()
  const collect = (name: string): void => {
    const found = chunk(name)
    if (seen.has(found)) return
    seen.add(found)
    for (const imported of found.imports ?? []) collect(imported)
    chunks.add(found)
  }
  collect(MAIN)
  modules.forEach(collect)
  const main = chunk(MAIN).file
  const sheets = [...new Set([...chunks].flatMap((each) => each.css ?? []))].map(
    (file) => `/${file}`,
  )
  const styles = sheets.map((path) => (files.get(path) ?? missing(path)).toString('utf8')).join('')
  // Wrapped, because their names would be global.
  const inPage = (name: string) => {
    const file = `/${chunk(name).file}`
    return `(()=>{${(files.get(file) ?? missing(file)).toString('utf8').trim()}})()`
  }
  const start = inPage('start/inline-script.ts')
  return {
    icon: iconAddress(files.get('/favicon.svg') ?? missing('/favicon.svg')),
    start,
    main: `/${main}`,
    ahead: [...chunks]
      .map((each) => each.file)
      .filter((file) => file !== main)
      .map((file) => `/${file}`),
    // A disabled link, which no browser fetches, tells the bundler's loader that the page has the
    // sheet.
    styles: [
      `<style>${styles}</style>`,
      ...sheets.map((href) => `<link rel="stylesheet" href="${href}" disabled>`),
    ].join(''),
    policy: pagePolicy({ style: styles, scripts: [start] }),
  }
}

function iconAddress(svg: Buffer): string {
  return `data:image/svg+xml,${svg
    .toString('utf8')
    .trim()
    .replace(/[<>#"% ]/g, encodeURIComponent)}`
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(folder.length).includes(`${sep}.`))
  const read = files.map(
    async (file) => [file.slice(folder.length).replaceAll(sep, '/'), await readFile(file)] as const,
  )
  return new Map(await Promise.all(read))
}

function missing(what: string): never {
  throw new Error(`The built pages lack ${what}: run npm run build`)
}

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** Files under `/assets/` have hashed names. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const options = { preCompressed: true, index: false as const, decorateReply: false }
  await app.register(fastifyStatic, {
    ...options,
    root: join(root, 'assets'),
    prefix: '/assets/',
    maxAge: YEAR_MS,
    immutable: true,
  })
  await app.register(fastifyStatic, {
    ...options,
    root,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
    maxAge: HOUR_MS,
    setHeaders: (reply, path) => {
      // The path of a compressed file ends in .br or .gz.
      if (!/\/service-worker\.js(?:\.\w+)?$/.test(path)) return
      reply.header('cache-control', 'no-cache')
      reply.header('content-security-policy', WORKER_POLICY)
    },
  })
}
