import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')

/** The name of the file, which is its address too. */
export const VERIFIER_FILE = 'verify-audit-trail.mjs'

const BANNER = `// Checks an export of the audit trail by itself, with Node 20 or newer and nothing else:
//   node ${VERIFIER_FILE} EXPORT [CHECKPOINTS …] --key PUBLIC_KEY
// EXPORT is the trail as CSV or JSON, CHECKPOINTS are files of signed checkpoints, PUBLIC_KEY is the line of
// \`npm run audit:key\`. The last line is the result; the exit status is 0 for OK, 1 where something was changed, 2 where
// it could not be checked. Nothing is sent anywhere.`

/** The program that checks an export, as one file made of the server's own modules: readable, not minified. */
export async function bundleVerifier(): Promise<string> {
  const made = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'server/commands/standalone-verifier.ts',
      write: false,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { banner: BANNER, entryFileNames: VERIFIER_FILE, codeSplitting: false } },
    },
  })
  const [output] = [made].flat()
  if (!output || !('output' in output)) throw new Error('The verifier was not bundled')
  return output.output[0].code
}
