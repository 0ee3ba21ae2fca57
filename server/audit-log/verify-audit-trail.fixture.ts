import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM, verifyProgram } from '../../scripts/verify-program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/**
 * Runs the verifier on files of these contents, the export first, in an empty folder and without an
 * environment, like somebody who has nothing but Node. Returns its exit status, its last line and
 * everything that it printed.
 */
export async function runVerifier(contents: readonly string[], ...options: readonly string[]) {
  const folder = temporaryFolder()
  const program = join(folder, PROGRAM)
  writeFileSync(program, await verifyProgram())
  const names = contents.map((content, index) => {
    writeFileSync(join(folder, `${index}.jsonl`), content)
    return `${index}.jsonl`
  })
  return new Promise<{ status: number; last: string; printed: string }>((done) => {
    const parameters = [program, ...names, ...options]
    execFile(process.execPath, parameters, { cwd: folder, env: {} }, (error, stdout, stderr) => {
      const last = stdout.trimEnd().split('\n').at(-1) ?? ''
      done({ status: error === null ? 0 : Number(error.code), last, printed: stdout + stderr })
    })
  })
}
