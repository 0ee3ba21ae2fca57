import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { publicKeyText, readCheckpointKey } from '../audit-log/checkpoints.ts'
import type { Db } from '../database/schema.ts'
import { keysForReading, deriveKey } from '../identity/secrets.ts'

const SENTENCES = {
  secret:
    'SECRET_KEY is not that of the server that used this database last: give all its servers ' +
    'the same, or set the previous one as SECRET_KEY_OLD',
  checkpoints:
    'The key of the checkpoints in DATA_DIR/keys is not that of the server that used this ' +
    'database last: give all its servers the same, or name both keys in AUDIT_PUBLIC_KEY',
}

/** Logs each key that differs from the last server's. */
export async function compareKeys(
  base: Pick<Context, 'db' | 'config' | 'secretKey' | 'log'>,
): Promise<void> {
  const { db, config, log } = base
  const signer = await readCheckpointKey(config.dataDir)
  const keys = {
    secret: keysForReading(base).map((key) => deriveKey(key, 'fingerprint').toString('hex')),
    checkpoints: signer ? [publicKeyText(signer), ...config.auditPublicKeys] : [],
  }
  for (const name of ['secret', 'checkpoints'] as const) {
    const [fingerprint] = keys[name]
    if (fingerprint === undefined) continue
    const before = await replaceFingerprint(db, name, fingerprint)
    if (before !== undefined && !keys[name].includes(before)) log.warn(SENTENCES[name])
  }
}

async function replaceFingerprint(
  db: Db,
  name: string,
  fingerprint: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    WITH before AS (SELECT fingerprint FROM public.server_key WHERE name = ${name})
    INSERT INTO public.server_key (name, fingerprint) VALUES (${name}, ${fingerprint})
    ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint
    RETURNING (SELECT fingerprint FROM before) AS before`.execute(db)
  return rows[0]?.before ?? undefined
}
