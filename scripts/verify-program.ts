import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const PROGRAM = 'verify-audit-trail.mjs'
const SOURCE = join(import.meta.dirname, '../server/audit-log/verify.ts')

/** The audit trail's verifier as a program that runs on plain Node: the source without its types. */
export const verifyProgram = (): string =>
  stripTypeScriptTypes(readFileSync(SOURCE, 'utf8'))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')

/** Puts the verifier beside the pages, for auditors to download. */
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
