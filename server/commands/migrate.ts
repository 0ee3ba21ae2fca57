import { sql } from 'kysely'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { OPERATOR } from '../identity/actor.ts'
import { t } from '../../text/sentences.ts'
import { readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run migrate [-- --repair]
Migrates the database. --repair grants the rights of the server again in a database whose schema was
changed, and records that in the audit trail.`

const { values } = readArguments(USAGE, { options: { repair: { type: 'boolean' } } })

// Opening the database migrates it.
await runCommand(
  ({ migrated, place }) => {
    for (const name of migrated.applied) console.log(`Applied ${name}`)
    for (const difference of migrated.changed) console.log(`Guard: ${difference}`)
    if (migrated.changed.length === 0) console.log(`${place} is up to date.`)
    else
      console.error(
        values.repair
          ? 'Undo these differences as a superuser, or restore a backup with --replace: that makes ' +
              'tables, functions, triggers and rights anew.'
          : 'The schema was changed. Find out who changed it and why, then add --repair.',
      )
    return Promise.resolve(migrated.changed.length === 0 ? 0 : 1)
  },
  values.repair ? { repair: recordRepair } : {},
)

async function recordRepair(
  trx: Transaction,
  differences: readonly string[],
  left: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(trx)
  const at = rows[0]?.at ?? new Date()
  const description = t.auditText.schemaRepaired({ count: differences.length, left: left.length })
  await recordAuditEntry(trx, { actor: OPERATOR, at }, 'repair schema', description, {
    metadata: { differences, left },
  })
}
