import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sentenceModules } from './scripts/sentence-modules.ts'
import { verifyProgramPlugin } from './scripts/verify-program.ts'
import { PHONE, WIDE } from './web/ui/phone.ts'

const web = join(import.meta.dirname, 'web')
/** Most pages show them. */
const SHARED =
  /rolldown|rate-precedence|(?:start.main|rates.(?:rate-parts|rate-change-text|live-rates)|ui.(?:list|table|time|form.(?:form|day-input)))\.tsx$/
/** Screens that ask show toasts as well. */
const DIALOGS = /ui.(?:toast|dialog)\.tsx$/
/** Pages that show a board or convert an amount share these. */
const BOARD = /rates.(?:board|board-table|feed-notice|sparkline)\.tsx?$/
const CONVERSION = /conver(?:sion|ter).conversion\.ts$/
const AMOUNT = /(?:use-conversion|currency-words|amount-field)\.tsx?$/
const BROWSER_ENTRIES = ['start/main.tsx', 'start/inline-script.ts', 'offline/service-worker.ts']

const nameWidths = {
  postcssPlugin: 'name-widths',
  AtRule: {
    media: (rule: { params: string }) => {
      rule.params = rule.params.replace('(--phone)', PHONE).replace('(--wide)', WIDE)
    },
  },
}

/**
 * The client of TanStack Query imports 1.4 KB for mutations and endless lists. Lint refuses what
 * needs them.
 */
const unusedQueryParts: Plugin = {
  name: 'unused-query-parts',
  apply: 'build',
  load(id) {
    const [, part] = /query-core.*(mutationCache|infiniteQueryBehavior)\.js$/.exec(id) ?? []
    if (part === 'mutationCache')
      return 'export class MutationCache { clear() {} resumePausedMutations() {} }'
    const names = ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']
    return part && `export const ${names.map((name) => `${name} = () => {}`).join(', ')}`
  },
}

export default defineConfig(({ isSsrBuild = false, command }) => ({
  root: web,
  worker: { format: 'es' },
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  // Pages are imported when they open; a package found only then would reload the page in dev.
  optimizeDeps: { entries: ['start/main.tsx', '**/*-page.tsx'] },
  plugins: [react(), sentenceModules(), verifyProgramPlugin(), unusedQueryParts],
  // Without a hash: sheets have different names, and short names compress better.
  css: {
    postcss: { plugins: [nameWidths] },
    modules: { generateScopedName: (local, file) => `${basename(file, '.module.css')}-${local}` },
  },
  // Bundles the production build of React, whatever NODE_ENV is.
  ...(isSsrBuild && command === 'build' ? { ssr: { noExternal: true as const } } : {}),
  define: {
    // Removes the code for React's developer tools.
    ...(command === 'build'
      ? { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {}),
  },
  build: {
    outDir: join(import.meta.dirname, 'dist', isSsrBuild ? 'ssr' : 'web'),
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: 'es2022',
    // A file can be cached, a data: URL cannot.
    assetsInlineLimit: 0,
    // A page's chunks are requested at once, because each would name the next only when it is there.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      ...(isSsrBuild
        ? // The server keeps the source in memory; minified, it is half as large.
          { output: { minify: { compress: true, mangle: false, codegen: true } } }
        : {
            output: {
              // One file for them, all they import and the runtime: small files compress badly.
              codeSplitting: {
                groups: [
                  { name: 'main', test: SHARED },
                  { name: 'work', test: /work\.css$/ },
                  { name: 'dialog', test: DIALOGS },
                  { name: 'board', test: BOARD },
                  { name: 'conversion', test: CONVERSION },
                  { name: 'number', test: /typed-number\.ts$/ },
                  { name: 'amount', test: AMOUNT },
                  { name: 'slip', test: /(?:no-rate|slip)\.tsx$/ },
                ],
              },
              // A service worker controls the paths below its own, and a new name would be
              // another worker.
              entryFileNames: ({ name }) =>
                name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
            },
          }),
      input: (isSsrBuild ? ['start/render-page.tsx'] : BROWSER_ENTRIES).map((file) =>
        join(web, file),
      ),
    },
  },
}))
