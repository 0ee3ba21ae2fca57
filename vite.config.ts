import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` finds the API. */
const api = 'http://127.0.0.1:3000'
const web = join(import.meta.dirname, 'web')
const contract = join(import.meta.dirname, 'contract')

export default defineConfig(({ isSsrBuild = false, command }) => ({
  root: web,
  publicDir: 'public',
  plugins: [react(), contractAddresses(), ...(isSsrBuild ? [] : [compressed()])],
  server: { proxy: { '/api': api, '/dev': api } },
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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: (isSsrBuild ? ['entry-server.tsx'] : ['main.tsx', 'start.ts']).map((file) => join(web, file)),
    },
  },
}))

/**
 * Gives the browser of an endpoint only what a call needs, method and URL: the schemas would bring zod along, 10 of the 72 KB
 * that the public pages may weigh. A form imports the schema of its fields by name, and with it zod. Why: docs/decisions.
 */
function contractAddresses(): Plugin {
  const spoken = '?spoken'
  return {
    name: 'contract-addresses',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.endsWith('.ts')) return null
      if (importer.endsWith(spoken)) return { id: source, moduleSideEffects: false }
      const file = resolve(dirname(importer), source)
      return importer.startsWith(web) && dirname(file) === contract ? file + spoken : null
    },
    async load(id) {
      if (!id.endsWith(spoken)) return null
      const file = id.slice(0, -spoken.length)
      this.addWatchFile(file)
      const declared = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      const lines = Object.entries(declared).map(([name, value]) =>
        isEndpoint(value)
          ? `export const ${name} = ${JSON.stringify({ method: value.method, url: value.url })}`
          : `export { ${name} } from ${JSON.stringify(file)}`,
      )
      return { code: lines.join('\n'), moduleSideEffects: false }
    },
  }
}

function isEndpoint(value: unknown): value is { method: string; url: string } {
  return typeof value === 'object' && value !== null && 'url' in value && 'schema' in value
}

/** Writes the brotli and the gzip form of every text file beside it, each as small as it gets. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      const built = join(import.meta.dirname, 'dist', 'web')
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
