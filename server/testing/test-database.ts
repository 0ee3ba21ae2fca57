import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { connect } from '../database/connection.ts'

/** The database that a test file has to itself: a clone of the migrated template. */
export interface TestDatabase {
  readonly appUrl: string
  readonly ownerUrl: string
  /** As the cluster's superuser, who may do anything: to tamper. */
  readonly superuserUrl: string
  drop(): Promise<void>
}

/** Clones the template that the run's set-up has migrated; `empty`: without any table, not even a migration's. */
export async function createTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = inject('postgresUrl')
  await onServer(
    admin,
    sql`CREATE DATABASE ${sql.id(name)} TEMPLATE ${sql.id(kind === 'empty' ? 'template1' : 'template_rupee')}`,
  )
  return {
    appUrl: urlFor(admin, 'rupee_app', name),
    ownerUrl: urlFor(admin, 'rupee_owner', name),
    superuserUrl: urlFor(admin, 'postgres', name),
    // As the superuser: the owner may not end an autovacuum worker that happens to be in there.
    drop: () =>
      onServer(
        urlFor(admin, 'postgres', 'postgres'),
        sql`DROP DATABASE IF EXISTS ${sql.id(name)} WITH (FORCE)`,
      ),
  }
}

async function onServer(url: string, statement: ReturnType<typeof sql>): Promise<void> {
  const { db } = connect(url)
  await statement.execute(db)
  await db.destroy()
}

/** The admin URL with another role and database; sockets stand in the query, so a plain text exchange is enough. */
function urlFor(admin: string, role: string, database: string): string {
  return admin.replace(/\/\/[^@/]*@/, `//${role}@`).replace(/\/[^/?]+(\?|$)/, `/${database}$1`)
}
