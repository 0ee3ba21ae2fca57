import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** The file that anyone can download. */
export const VERIFIER = join(import.meta.dirname, '../../web/public/verify-audit-trail.mjs')

/**
 * Runs the verifier on files of these contents, the export first, in an empty folder and without an
 * environment, as somebody who has nothing but Node. Gives its exit status, its last line and all
 * that it said.
 */
export function runVerifier(contents: readonly string[], ...options: readonly string[]) {
  const folder = temporaryFolder()
  const names = contents.map((content, index) => {
    writeFileSync(join(folder, `${index}.jsonl`), content)
    return `${index}.jsonl`
  })
  return new Promise<{ status: number; last: string; said: string }>((done) => {
    const parameters = [VERIFIER, ...names, ...options]
    execFile(process.execPath, parameters, { cwd: folder, env: {} }, (error, stdout, stderr) => {
      const last = stdout.trimEnd().split('\n').at(-1) ?? ''
      done({ status: error === null ? 0 : Number(error.code), last, said: stdout + stderr })
    })
  })
}
