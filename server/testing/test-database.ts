import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { asSuperuser } from '../../harness/database/postgres.ts'
import { connect, type ConnectOptions } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'

/** On a busy machine a test waits for longer than a user would: options of `connect`. */
export const TEST_TIMEOUTS = { connectionTimeoutMs: 60_000, statementTimeoutMs: 60_000 } as const

/** A clone of the migrated template. */
export interface TestDatabase {
  readonly appUrl: string
  readonly ownerUrl: string
  /** As the cluster's superuser, who may do anything: to tamper. */
  readonly superuserUrl: string
}

/**
 * Clones the template that the run's set-up has migrated; `empty`: without any table, not even a
 * migration's. It goes with the run's cluster: ext4 searches long for a free file number where
 * hundreds of files were just deleted, which dropping each database would do.
 */
export async function testDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = inject('postgresUrl')
  const template = kind === 'empty' ? 'template1' : 'template_rupee'
  const clone = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`
  await asSuperuser({ superuserUrl: admin }, clone)
  return {
    appUrl: urlFor(admin, 'rupee_app', name),
    ownerUrl: urlFor(admin, 'rupee_owner', name),
    superuserUrl: urlFor(admin, 'postgres', name),
  }
}

/** A connection for one test. */
export function testConnection(url: string, options: ConnectOptions = TEST_TIMEOUTS): Db {
  const { db } = connect(url, options)
  onTestFinished(() => db.destroy())
  return db
}

/**
 * The admin URL with another role and database; sockets stand in the query, so a plain text
 * exchange is enough.
 */
function urlFor(admin: string, role: string, database: string): string {
  return admin.replace(/\/\/[^@/]*@/, `//${role}@`).replace(/\/[^/?]+(\?|$)/, `/${database}$1`)
}
