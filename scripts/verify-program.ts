import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export const PROGRAM = 'verify-audit-trail.mjs'
const FOLDER = join(import.meta.dirname, '../server/audit-log')
const SOURCE = join(FOLDER, 'program.ts')

/** Bundles the verifier into one readable file for plain Node. */
export async function verifyProgram(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: SOURCE,
      target: 'node18',
      write: false,
      minify: false,
      rolldownOptions: {
        output: { banner: [SOURCE, join(FOLDER, 'trail-format.ts')].map(about).join('//\n') },
      },
    },
  })
  const [file] = 'output' in built ? built.output : []
  if (file?.type !== 'chunk') throw new Error('The verifier could not be bundled')
  return file.code
}

/** Returns the comment that begins a file, which a bundle leaves out. */
const about = (file: string) => /^(\/\/.*\n)*/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''

/** For auditors to download. */
export const verifyProgramPlugin = (): Plugin => ({
  name: 'verify-program',
  async generateBundle() {
    if (this.environment.name === 'client')
      this.emitFile({ type: 'asset', fileName: PROGRAM, source: await verifyProgram() })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${PROGRAM}`, (_request, response, next) => {
      verifyProgram().then(
        (code) => response.setHeader('content-type', 'text/javascript; charset=utf-8').end(code),
        next,
      )
    })
  },
})
