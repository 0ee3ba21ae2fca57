import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { TestApp } from './test-app.ts'

/**
 * Runs a command of server/commands (`users`) as an operator would, beside a running application and on its database; gives what
 * it printed and its exit status.
 */
export function runOperatorCommand(
  { deps }: TestApp,
  command: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly printed: string; readonly status: number }> {
  const env = {
    DATABASE_URL: deps.listenUrl,
    DATABASE_OWNER_URL: deps.listenUrl.replace('//rupee_app@', '//rupee_owner@'),
    DATA_DIR: deps.config.dataDir,
    SECRET_KEY: deps.secretKey.toString('hex'),
    ...settings,
  }
  const file = join(import.meta.dirname, '..', 'commands', `${command}.ts`)
  return new Promise((resolve) => {
    const program = execFile(process.execPath, [file, ...parameters], { env }, (_, stdout, stderr) =>
      resolve({ printed: stdout + stderr, status: program.exitCode ?? -1 }),
    )
  })
}
