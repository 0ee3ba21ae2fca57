import { randomBytes } from 'node:crypto'
import { afterAll, inject, onTestFinished } from 'vitest'
import { asSuperuser } from '../../harness/database/postgres.ts'
import { connect, type ConnectOptions } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'

/** On a busy machine a test waits for longer than a user would: options of `connect`. */
export const TEST_TIMEOUTS = { connectionTimeoutMs: 60_000, statementTimeoutMs: 60_000 } as const

/** The database that a test file has to itself: a clone of the migrated template. */
export interface TestDatabase {
  readonly appUrl: string
  readonly ownerUrl: string
  /** As the cluster's superuser, who may do anything: to tamper. */
  readonly superuserUrl: string
  drop(): Promise<void>
}

/**
 * Clones the template that the run's set-up has migrated; `empty`: without any table, not even a
 * migration's.
 */
export async function createTestDatabase(
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = inject('postgresUrl')
  const template = kind === 'empty' ? 'template1' : 'template_rupee'
  await asSuperuser({ superuserUrl: admin }, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const server = { superuserUrl: urlFor(admin, 'postgres', 'postgres') }
  return {
    appUrl: urlFor(admin, 'rupee_app', name),
    ownerUrl: urlFor(admin, 'rupee_owner', name),
    superuserUrl: urlFor(admin, 'postgres', name),
    // As the superuser: the owner may not end an autovacuum worker that happens to be in there.
    drop: async () => {
      await asSuperuser(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** The same for one test; it is dropped after it. */
export async function testDatabase(kind?: 'migrated' | 'empty'): Promise<TestDatabase> {
  const database = await createTestDatabase(kind)
  onTestFinished(() => database.drop())
  return database
}

/** A connection for one test. */
export function testConnection(url: string, options: ConnectOptions = TEST_TIMEOUTS): Db {
  const { db } = connect(url, options)
  onTestFinished(() => db.destroy())
  return db
}

/** The same for all tests of a file; it is dropped after the last. */
export async function testDatabaseOfFile(kind?: 'migrated' | 'empty'): Promise<TestDatabase> {
  const database = await createTestDatabase(kind)
  afterAll(() => database.drop())
  return database
}

/**
 * The admin URL with another role and database; sockets stand in the query, so a plain text
 * exchange is enough.
 */
function urlFor(admin: string, role: string, database: string): string {
  return admin.replace(/\/\/[^@/]*@/, `//${role}@`).replace(/\/[^/?]+(\?|$)/, `/${database}$1`)
}
