import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'

/** Where `npm run dev` finds the API. Its paths end in a slash here: /api.ts is a file of ours. */
const api = 'http://127.0.0.1:3000'
const web = join(import.meta.dirname, 'web')

export default defineConfig(({ isSsrBuild = false, command, mode }) => ({
  root: web,
  publicDir: 'public',
  css: { modules: { generateScopedName: shortNames(command === 'build') } },
  plugins: [react(), ...(isSsrBuild ? [] : [shortLoader(), classNamesInPlace(), compressed()])],
  server: { proxy: { '/api/': api, '/dev/': api } },
  // The bundle for the server holds React itself, so that it is the production one whatever NODE_ENV says.
  ...(isSsrBuild && command === 'build' ? { ssr: { noExternal: true as const } } : {}),
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: join(import.meta.dirname, 'dist', isSsrBuild ? 'ssr' : 'web'),
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: 'es2022',
    // No data: URLs for small files: each is a file of its own that can be cached.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // A sheet whose names are all put in place would count as unused, and be dropped with its styles.
      optimization: { inlineConst: false },
      ...(isSsrBuild
        ? {}
        : {
            output: { codeSplitting: shell },
          }),
      input: (isSsrBuild ? ['entry-server.tsx'] : browserEntries(mode)).map((file) => join(web, file)),
    },
  },
}))

/**
 * What the browser's part is built from. With `VITE_API_BASE`, the API's origin, the pages are for a host of their own: it
 * has nobody to make them, so index.html is built too, to be given for every path.
 */
function browserEntries(mode: string): string[] {
  const hostedApart = loadEnv(mode, import.meta.dirname)['VITE_API_BASE'] !== undefined
  return ['main.tsx', 'start.ts', ...(hostedApart ? ['index.html'] : [])]
}

/**
 * Names for the classes of the style sheets: as readable as they come while developing, two letters when built, which is
 * 0.5 KB less on a page. Both builds read the same sheets and so give the same names.
 */
function shortNames(isBuild: boolean): (name: string, file: string) => string {
  const readable = (name: string, file: string) => `${basename(file).split('.')[0] ?? ''}-${name}`
  if (!isBuild) return readable
  const sheets = globSync('**/*.module.css', { cwd: web }).sort()
  const names = sheets.flatMap((sheet) => {
    const found = readFileSync(join(web, sheet), 'utf8').matchAll(/\.([a-z][\w-]*)|@keyframes ([\w-]+)/gi)
    return [...new Set([...found].map(([, name, keyframes]) => readable(name ?? keyframes ?? '', sheet)))]
  })
  const short = new Map([...new Set(names)].map((name, at) => [name, lettersOf(at)]))
  return (name, file) => short.get(readable(name, file)) ?? readable(name, file)
}

/** The numbers below 2704 as two letters each. */
function lettersOf(count: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return letters.charAt(Math.floor(count / 52)) + letters.charAt(count % 52)
}

/**
 * What every screen needs is one chunk: cut by the bundler's own rules, it came as four, 3 KB larger, because small texts
 * compress badly.
 */
const shell = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'shell', test: (id: string) => SHELL.some((part) => part.test(id)) },
    { name: 'guarded', test: (id: string) => GUARDED.test(id) },
  ],
}
const SHELL = [
  /rolldown.runtime/,
  /node_modules.(react|react-dom|scheduler|@tanstack.[a-z-]+).|preload-helper|contract.(rates|rate-board).ts$/,
  /\/web\/(api|app|client|error-boundary|layout|lazy-page|link|mark|navbar|page-data|queries|ui\/freshness-badge|ui\/error-notice|connection\/(online|retry|connection-notice|stale-notice|load-patiently)|router|routes)\./,
  /\/web\/ui\/(button|notice|waiting|class-names|page-title|form\/field|form\/select|card|table)\b/,
  /\/web\/(sign-in\/(auth|stored-session)|rates\/(rates-queries|rate-change-text|newest-change|changed))\b|\/domain\/(currency|rate-text|calendar-date|rate-precedence|freshness)/,
]
/** What every screen with a guard needs: as files of 200 bytes it would come in one round more. */
const GUARDED = /\/web\/(redirect|sign-in\/session|ui\/use-action)\.|\/contract\/sign-in\.ts$/

/**
 * Vite's own loader of a chunk's styles, said shorter: a fifth of the size, because it need not know nonces, other
 * origins or browsers from before 2022, and leaves it to the browser to find a chunk's imports: links fetch ahead what
 * they lead to, so nobody waits for them. A sheet that the page holds already is not fetched again.
 */
function shortLoader(): Plugin {
  return {
    name: 'short-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? LOADER : null),
  }
}
const LOADER = `
export const __vitePreload = (load, sheets = []) =>
  Promise.all(
    sheets.map((file) => {
      if (document.querySelector('link[href="/' + file + '"],[data-holds~="/' + file + '"]')) return
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = '/' + file
      document.head.append(link)
      return new Promise((done, fail) => Object.assign(link, {
        onload: done,
        // One that failed must not count as loaded the next time.
        onerror: () => (link.remove(), fail(Error('Failed to load /' + file))),
      }))
    }),
  ).then(load)`

/**
 * Takes a style sheet's class names as single exports, which the bundler puts in place (`styles['day']` becomes its name),
 * instead of as one object, which it would carry along whole.
 */
function classNamesInPlace(): Plugin {
  return {
    name: 'class-names-in-place',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      // A name that is only known when it runs, `styles[kind]`, needs the object.
      if (!id.startsWith(web) || !id.endsWith('.tsx') || /styles\[[^']/.test(code)) return null
      return {
        code: code.replace(/import styles from ('.*\.module\.css')/, 'import * as styles from $1'),
        map: null,
      }
    },
  }
}

/** Writes the brotli and the gzip form of every text file beside it, each as small as it gets. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  let built = ''
  return {
    name: 'compressed',
    apply: 'build',
    // scripts/build.mjs builds elsewhere and moves the whole to dist/.
    configResolved(config) {
      built = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(built, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|svg|txt)$/.test(name))) {
        const content = await readFile(join(built, file))
        await writeFile(join(built, `${file}.br`), await brotli(content, { params }))
        await writeFile(
          join(built, `${file}.gz`),
          await zip(content, { level: constants.Z_BEST_COMPRESSION }),
        )
      }
    },
  }
}
