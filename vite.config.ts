import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { sentenceModules } from './scripts/sentence-modules.ts'
import { verifyProgramPlugin } from './scripts/verify-program.ts'

const web = join(import.meta.dirname, 'web')

export default defineConfig(({ isSsrBuild = false, command, mode }) => ({
  root: web,
  worker: { format: 'es' },
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  plugins: [react(), sentenceModules(), verifyProgramPlugin()],
  // No hash: every sheet's name is its own, and names without noise are smaller.
  css: {
    modules: { generateScopedName: (local, file) => `${basename(file, '.module.css')}-${local}` },
  },
  // The bundle for the server holds React itself, so that it is the production one whatever
  // NODE_ENV says.
  ...(isSsrBuild && command === 'build' ? { ssr: { noExternal: true as const } } : {}),
  define: {
    // React's developer tools are for development: what React tells them is left out of what every
    // visitor loads.
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
    // No data: URLs for small files: each is a file of its own that can be cached.
    assetsInlineLimit: 0,
    // Links fetch ahead what they lead to; naming every chunk's imports would weigh on each page.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      ...(isSsrBuild
        ? // The server keeps the source in memory: without spaces and comments it is half of it.
          { output: { minify: { compress: true, mangle: false, codegen: true } } }
        : {
            output: {
              // In one file what many pages share: many small files compress badly.
              codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] },
              // A service worker is responsible for what lies below it, and is known by its
              // address.
              entryFileNames: ({ name }) =>
                name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
            },
          }),
      input: (isSsrBuild ? ['start/render-page.tsx'] : browserEntries(mode)).map((file) =>
        join(web, file),
      ),
    },
  },
}))

/**
 * Lists the entries of the browser's build. With `VITE_API_BASE`, the API's origin, the pages are for
 * a host of their own: it has nobody to make them, so index.html is built too, to be given for
 * every path.
 */
function browserEntries(mode: string): string[] {
  const hostedApart = loadEnv(mode, import.meta.dirname)['VITE_API_BASE'] !== undefined
  const entries = ['start/main.tsx', 'start/inline-script.ts']
  return [...entries, 'offline/service-worker.ts', ...(hostedApart ? ['index.html'] : [])]
}
