import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` finds the API; scripts/dev says so where it is elsewhere. */
const api = 'http://127.0.0.1:3000'

export default defineConfig(({ isSsrBuild, command }) => ({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), ...(isSsrBuild ? [] : [compressed()])],
  server: { proxy: { '/api': api, '/dev': api } },
  // The bundle for the server holds React itself, so that it is the production one whatever NODE_ENV says.
  ...(isSsrBuild && command === 'build' ? { ssr: { noExternal: true as const } } : {}),
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? '../dist/ssr' : '../dist/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: 'es2022',
    // No data: URLs for small files: each is a file of its own that can be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild ? {} : { rolldownOptions: { input: ['web/main.tsx', 'web/start.ts'] } }),
  },
}))

/** Writes the brotli and the gzip form of every text file beside it, each as small as it gets. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = await readdir(dir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|svg|txt|html)$/.test(name))) {
        const content = await readFile(join(dir, file))
        await writeFile(join(dir, `${file}.br`), await brotli(content, { params }))
        await writeFile(join(dir, `${file}.gz`), await zip(content, { level: constants.Z_BEST_COMPRESSION }))
      }
    },
  }
}
