import type { AuditResult } from '../../contract/audit-log.ts'

/**
 * A way of changing the audit trail by somebody who may do anything in the database, with every
 * trigger off.
 */
export interface Tampering {
  readonly what: string
  readonly statements: readonly string[]
  /** What the verifier must say of it, and at which entry. */
  readonly verdict: AuditResult
  readonly at: number
}

/** Statements after which no trigger of the trail fires; needs a superuser. */
export const TRIGGERS_OFF = ['audit_entry', 'audit_head', 'audit_personal'].map(
  (table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
)

/** Gives every entry from a number on new hashes that fit, and the head with them. */
function rehashFrom(id: number): string {
  return `
  DO $$
  DECLARE entry audit_entry; link bytea;
  BEGIN
    SELECT hash INTO link FROM audit_entry WHERE id = ${id - 1};
    link := coalesce(link, decode(repeat('00', 32), 'hex'));
    FOR entry IN SELECT * FROM audit_entry WHERE id >= ${id} ORDER BY id LOOP
      entry.previous_hash := link;
      link := sha256(link || audit_bytes(entry));
      UPDATE audit_entry SET previous_hash = entry.previous_hash, hash = link WHERE audit_entry.id = entry.id;
    END LOOP;
    UPDATE audit_head SET hash = link, id = (SELECT max(audit_entry.id) FROM audit_entry);
  END $$`
}

const cutBehind = (id: number): string[] => [
  `DELETE FROM audit_entry WHERE id > ${id}`,
  `DELETE FROM audit_personal WHERE entry_id > ${id}`,
  `UPDATE audit_head SET id = ${id}, hash = (SELECT hash FROM audit_entry WHERE id = ${id})`,
]

const rehash = (id: number): string =>
  `UPDATE audit_entry e SET hash = sha256(previous_hash || audit_bytes(e)) WHERE id = ${id}`

/**
 * The seven ways of trust, and some more, for a trail of the entries 1 to `end` of which `signed`
 * are the numbers with a checkpoint, ascending: at least two, the first of them 5 or more, the last
 * at least 8. The entries 4, 6 and the last have a personal part.
 */
export function tamperings({
  end,
  signed,
}: {
  end: number
  signed: readonly number[]
}): Tampering[] {
  const firstSigned = signed.find((entry) => entry >= 2) ?? 0
  const lastSigned = signed.at(-1) ?? 0
  const kept = lastSigned - 2
  return [
    way(
      'a field is edited',
      'EDITED',
      4,
      `UPDATE audit_entry SET description = 'Nothing' WHERE id = 4`,
    ),
    way('an entry in the middle is deleted', 'GAP', 6, `DELETE FROM audit_entry WHERE id = 6`),
    way(
      'two entries change places',
      'EDITED',
      3,
      `UPDATE audit_entry SET id = 1000000000 WHERE id = 3`,
      `UPDATE audit_entry SET id = 3 WHERE id = 4`,
      `UPDATE audit_entry SET id = 4 WHERE id = 1000000000`,
    ),
    way(
      'an entry is inserted at the end',
      'EDITED',
      end + 1,
      `INSERT INTO audit_entry SELECT id + 1, action, 'Forged', created_at, user_id, user_email, metadata, NULL, NULL, NULL, NULL, hash, hash
       FROM audit_entry WHERE id = ${end}`,
      rehash(end + 1),
    ),
    way('the tail is cut', 'TRUNCATED', kept + 1, ...cutBehind(kept)),
    way(
      'an entry is edited and all hashes are recomputed',
      'REWRITTEN',
      firstSigned,
      `UPDATE audit_entry SET description = 'Nothing' WHERE id = 2`,
      rehashFrom(2),
    ),
    way(
      'the tail is cut and others are put in its place',
      'REWRITTEN',
      signed.find((entry) => entry > kept) ?? 0,
      ...cutBehind(kept),
      `INSERT INTO audit_entry SELECT ${kept} + n, 'login', 'Another', now(), NULL, NULL, '{}', NULL, NULL, NULL, NULL, hash, hash
       FROM generate_series(1, ${end - kept}) n, audit_head`,
      rehashFrom(kept + 1),
    ),
    way(
      'a field is edited and its row hashed again',
      'EDITED',
      4,
      `UPDATE audit_entry SET user_id = 1000000 WHERE id = 4`,
      rehash(4),
    ),
    way(
      'the time of an entry moves by a microsecond',
      'EDITED',
      7,
      `UPDATE audit_entry SET created_at = created_at + interval '1 us' WHERE id = 7`,
    ),
    way(
      'the tail is cut, and the head left',
      'TRUNCATED',
      end,
      `DELETE FROM audit_entry WHERE id > ${end - 1}`,
    ),
    way(
      'the personal part of an entry is edited',
      'EDITED',
      4,
      `UPDATE audit_personal SET ip_address = '1.1.1.1' WHERE entry_id = 4`,
    ),
    way(
      'a personal part is deleted without a record of its erasure',
      'EDITED',
      6,
      `DELETE FROM audit_personal WHERE entry_id = 6`,
    ),
    way(
      'a personal part is put beside an entry that has none',
      'EDITED',
      6,
      `UPDATE audit_entry SET personal_hash = NULL WHERE id = 6`,
      rehash(6),
    ),
    way(
      'everything is deleted',
      'TRUNCATED',
      1,
      `DELETE FROM audit_entry`,
      `DELETE FROM audit_head`,
    ),
  ]
}

const way = (
  what: string,
  verdict: AuditResult,
  at: number,
  ...statements: string[]
): Tampering => ({
  what,
  statements,
  verdict,
  at,
})
