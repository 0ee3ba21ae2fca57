import { startCommand, type Ran } from '../../harness/process/program.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs a command of server/commands (`users`) to its end as an operator would, beside a running
 * application and on its database.
 */
export async function runOperatorCommand(
  { deps }: TestApp,
  command: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Pick<Ran, 'printed' | 'status'>> {
  const program = startCommand(command, parameters, {
    DATABASE_URL: deps.listenUrl,
    DATABASE_OWNER_URL: deps.listenUrl.replace('//rupee_app@', '//rupee_owner@'),
    DATA_DIR: deps.config.dataDir,
    SECRET_KEY: deps.secretKey.toString('hex'),
    ...settings,
  })
  const { printed, status } = await program.done
  return { printed, status }
}
