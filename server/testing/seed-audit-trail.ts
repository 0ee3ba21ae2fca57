import { sql } from 'kysely'
import { insertFacts } from '../audit-log/fact-state.ts'
import { withTablesOpen, type Run, type SchemaPart } from '../backup/tables.ts'
import type { Db } from '../database/schema.ts'

/**
 * Fills an empty audit trail with `count` entries of a busy installation, three minutes apart from
 * 2020-01-01 on, with right hashes. It goes around the trigger that appends one by one, so it needs
 * the owner of the tables and a connection without time limit.
 *
 * A search finds texts of every rarity: `with a code` (20 %), `registered` (10 %), a day (0.05 %),
 * an MD5 (one entry).
 */
export async function seedAuditTrail(owner: Db, count: number): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    const run: Run = async (statement) => (await sql.raw<SchemaPart>(statement).execute(trx)).rows
    await sql`INSERT INTO app_user (name, email, created_at, verified_at, approved_at)
      SELECT 'User ' || i, 'p' || i || '@example.lk', '2020-01-01', '2020-01-01', '2020-01-01' FROM generate_series(1, 200) i
      ON CONFLICT DO NOTHING`.execute(trx)
    await withTablesOpen(run, () => run(generator(count)))
  })
  await sql`${insertFacts} ON CONFLICT DO NOTHING`.execute(owner)
  await sql`VACUUM ANALYZE audit_entry, audit_personal, change`.execute(owner)
}

const generator = (count: number) => `
DO $$
DECLARE
  entry audit_entry;
  salt bytea;
  traces text;
  sentence text;
  link  bytea;
  start bigint;
  kind  int;
  usr   app_user;
  unit  text;
  day   date;
  rate  numeric(12, 4);
  made  bigint;
  days  date[];
  newest bigint[];
  begun bigint[];
  slot  int;
  users app_user[] := ARRAY(SELECT u FROM app_user u WHERE name LIKE 'User %' ORDER BY id);
BEGIN
  SELECT id, hash, version INTO STRICT start, link, made FROM audit_head;
  FOR i IN start + 1 .. start + ${Math.trunc(count)} LOOP
    kind := i % 10;
    usr := users[1 + i::bigint * 7919 % array_length(users, 1)];
    slot := i / 10 % 4;
    unit := (ARRAY['USD', 'AUD', 'CAD', 'GBP'])[1 + slot];
    day := date '2020-01-01' + (i / 480)::int;
    rate := 200 + (i::bigint * 31 % 200000) / 1000.0;
    sentence := CASE
      WHEN kind IN (0, 6) THEN 'Signed in with a code'
      WHEN kind IN (1, 7) THEN 'Signed out'
      WHEN kind = 3 THEN format('Changed %s/LKR for %s from %s to %s', unit, day, rate, rate + 0.5)
      WHEN kind = 4 THEN 'Entered a wrong code'
      WHEN kind = 5 THEN format('Deleted %s/LKR %s for %s', unit, rate, day)
      WHEN kind = 9 THEN 'Registered, number ' || md5(i::text)
      ELSE format('Entered %s/LKR %s for %s', unit, rate, day)
    END;
    IF kind IN (2, 3, 5, 8) THEN
      made := made + 1;
      INSERT INTO change (version, subject, currency, kind, date, source, rate, previous, origin)
      VALUES (made, 'rate', unit, 'indicative', day, 'manual', CASE WHEN kind <> 5 THEN rate END,
        CASE WHEN days[slot] = day THEN newest[slot] END,
        CASE WHEN days[slot] = day AND kind <> 5 THEN begun[slot] END);
      begun[slot] := CASE WHEN kind <> 5
        THEN coalesce(CASE WHEN days[slot] = day THEN begun[slot] END, made) END;
      days[slot] := day;
      newest[slot] := made;
    END IF;
    salt := sha256(('salt ' || i)::bytea);
    traces := json_build_object('email', usr.email, 'ip', '10.0.' || usr.id % 250 || '.' || i % 250,
      'device', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')::text;
    entry := NULL;
    entry.id := i;
    entry.action := (ARRAY['login', 'logout', 'create exchange rate', 'update exchange rate', 'failed login', 'delete exchange rate',
      'login', 'logout', 'create exchange rate', 'register'])[1 + kind];
    entry.description := sentence;
    entry.created_at := timestamptz '2020-01-01 00:00+00' + i * interval '3 minutes';
    entry.actor := 'user';
    entry.user_id := usr.id;
    entry.metadata := json_build_object('request_id', left(md5(i::text), 16))::text;
    entry.actor_hash := audit_part_hash(salt, traces);
    entry.previous_hash := link;
    IF kind IN (2, 3, 5, 8) THEN
      entry.first_change := made;
      entry.last_change := made;
      entry.changes_hash := hash_of_changes(made, made);
      entry.days := datemultirange(daterange(day, day, '[]'));
      entry.currencies := ARRAY[unit];
    END IF;
    entry.hash := audit_hash(entry);
    link := entry.hash;
    INSERT INTO audit_entry VALUES (entry.*);
    INSERT INTO audit_personal (entry_id, part, salt, data) VALUES (i, 'actor', salt, traces);
  END LOOP;
  UPDATE audit_head SET id = start + ${Math.trunc(count)}, hash = link, version = made;
END $$`
