import { parseArgs } from 'node:util'
import { groupedNumber } from '../text/en/audit-log.ts'
import { moveDatabase } from '../backup/move-database.ts'
import { databaseHost, databaseRole } from '../database/one-connection.ts'
import { runCommand } from './run-command.ts'

// npm run db:move -- OWNER_URL [--app-role ROLE] [--replace]: everything from the configured database to another server.
const { values, positionals } = parseArgs({
  options: { 'app-role': { type: 'string' }, replace: { type: 'boolean' } },
  allowPositionals: true,
})

await runCommand(async ({ ownerUrl, place }) => {
  const [target] = positionals
  if (target === undefined || !/^postgres(ql)?:\/\//.test(target)) {
    console.error(
      'Say where to: npm run db:move -- postgresql://owner:password@host/database [--app-role rupee_app]',
    )
    return 1
  }
  const begin = performance.now()
  const appRole = values['app-role'] ?? databaseRole(target)
  const { tables, already } = await moveDatabase(ownerUrl, target, {
    appRole,
    replace: values.replace ?? false,
  })
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  for (const { name, rows, sha256 } of tables) {
    if (rows > 0)
      console.log(
        `  ${name.padEnd(20)} ${groupedNumber(rows).padStart(11)}  ${sha256.slice(0, 16)}…  same on both sides`,
      )
  }
  const to = databaseHost(target)
  console.log(
    already
      ? `${to} holds exactly what ${place} does: nothing to do.`
      : `Moved from ${place} to ${to} in ${seconds} s.`,
  )
  console.log(
    'Start the server with DATABASE_URL set to the new one, and the same DATA_DIR for its keys and checkpoints.',
  )
  return 0
})
