import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const PROGRAM = 'verify-audit-trail.mjs'
const SOURCE = join(import.meta.dirname, '../server/audit-log/verify.ts')

/** Strips the types, so that the verifier runs on plain Node. */
export const verifyProgram = (): string =>
  stripTypeScriptTypes(readFileSync(SOURCE, 'utf8'))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')

/** For auditors to download. */
export const verifyProgramPlugin = (): Plugin => ({
  name: 'verify-program',
  generateBundle() {
    if (this.environment.name === 'client')
      this.emitFile({ type: 'asset', fileName: PROGRAM, source: verifyProgram() })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${PROGRAM}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript; charset=utf-8').end(verifyProgram())
    })
  },
})
