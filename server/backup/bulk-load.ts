/** Runs one SQL statement and gives its rows. */
export type Run = (statement: string) => Promise<Record<string, unknown>[]>

const OF_OURS =
  'JOIN pg_class c ON c.oid = %s JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = ' +
  "'public'"

/** How `ALTER TABLE … ENABLE TRIGGER` says what pg_trigger.tgenabled holds. */
const ENABLE: Readonly<Record<string, string>> = {
  O: 'ENABLE TRIGGER',
  A: 'ENABLE ALWAYS TRIGGER',
  R: 'ENABLE REPLICA TRIGGER',
}

/**
 * Does `work` with the tables open for rows as they are: without our triggers, foreign keys, and
 * indexes that no constraint needs; all are restored afterwards. Within a transaction, as the owner
 * of the tables.
 */
export async function withTablesOpen<T>(run: Run, work: () => Promise<T>): Promise<T> {
  // Tables cannot be altered while checks of their foreign keys are still to come.
  await run('SET CONSTRAINTS ALL IMMEDIATE')
  const triggers = (await run(
    `SELECT format('%I', t.tgname) AS name, format('%I', c.relname) AS "table", t.tgenabled AS
      enabled
     FROM pg_trigger t ${OF_OURS.replace('%s', 't.tgrelid')} WHERE NOT t.tgisinternal AND
     t.tgenabled <> 'D'`,
  )) as { name: string; table: string; enabled: string }[]
  const indexes = (await run(
    `SELECT format('%I', c.relname) AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i ${OF_OURS.replace('%s', 'i.indexrelid')}
     WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
  )) as { name: string; definition: string }[]
  const foreignKeys = (await run(
    `SELECT format('%I', k.conname) AS name, format('%I', c.relname) AS "table",
      pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k ${OF_OURS.replace('%s', 'k.conrelid')} WHERE k.contype = 'f'`,
  )) as { name: string; table: string; definition: string }[]
  for (const { name, table } of foreignKeys)
    await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name, table } of triggers) await run(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  for (const { name } of indexes) await run(`DROP INDEX ${name}`)
  const result = await work()
  // Builds the search index of a million entries from memory, not in sixteen rounds over the disk.
  await run(`SET LOCAL maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await run(definition)
  for (const { name, table, definition } of foreignKeys)
    await run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const { name, table, enabled } of triggers) {
    await run(`ALTER TABLE ${table} ${ENABLE[enabled] ?? 'ENABLE TRIGGER'} ${name}`)
  }
  return result
}
