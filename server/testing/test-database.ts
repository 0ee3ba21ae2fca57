import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { asSuperuser } from '../../harness/database/postgres.ts'
import { connect, type ConnectOptions } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'

/** Longer than the product's, for a busy machine. */
export const TEST_TIMEOUTS = { connectionTimeoutMs: 60_000, statementTimeoutMs: 60_000 } as const

/** A clone of the migrated template. */
export interface TestDatabase {
  readonly appUrl: string
  readonly ownerUrl: string
  /** Superuser, to tamper. */
  readonly superuserUrl: string
}

/**
 * Clones the migrated template; `empty`: without any table. Not dropped after the test, because
 * ext4 searches long for a free inode after hundreds of files were deleted.
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

export function testConnection(url: string, options: ConnectOptions = TEST_TIMEOUTS): Db {
  const { db } = connect(url, options)
  onTestFinished(() => db.destroy())
  return db
}

function urlFor(admin: string, role: string, database: string): string {
  return admin.replace(/\/\/[^@/]*@/, `//${role}@`).replace(/\/[^/?]+(\?|$)/, `/${database}$1`)
}
