import type { Fault } from './fault.ts'
import { runCommand, type Ran } from './harness/command.ts'
import { signInPeople } from './harness/people.ts'
import { asSuperuser, OwnPostgres } from './harness/postgres.ts'
import { Server } from './harness/server.ts'
import { Writers } from './harness/writers.ts'

const cut = 'DELETE FROM audit_entry WHERE id > 150'
const headAt = (id: string) =>
  `UPDATE audit_head SET id = ${id}, hash = (SELECT hash FROM audit_entry WHERE id = ${id})`
/** New hashes that fit, from an entry on, as someone makes them who knows how. */
const rehashFrom = (id: number) => `DO $$
  DECLARE entry audit_entry; link bytea;
  BEGIN
    SELECT hash INTO link FROM audit_entry WHERE id = ${id - 1};
    FOR entry IN SELECT * FROM audit_entry WHERE id >= ${id} ORDER BY id LOOP
      entry.previous_hash := link;
      link := sha256(link || audit_bytes(entry));
      UPDATE audit_entry SET previous_hash = entry.previous_hash, hash = link WHERE audit_entry.id = entry.id;
    END LOOP;
    UPDATE audit_head SET hash = link, id = (SELECT max(audit_entry.id) FROM audit_entry);
  END $$`
const append = (count: number) =>
  `INSERT INTO audit_entry SELECT id + n, 'login', 'Forged', now(), NULL, NULL, NULL, NULL, '{}', hash, hash
   FROM generate_series(1, ${count}) n, audit_head`

/** Seven ways of tampering, and what the verifier has to call each of them. */
const TAMPERINGS: readonly { name: string; statements: readonly string[]; verdict: RegExp }[] = [
  {
    name: 'edit a field',
    statements: [`UPDATE audit_entry SET description = 'Nothing' WHERE id = 50`],
    verdict: /^EDITED at 50/m,
  },
  {
    name: 'delete in the middle',
    statements: ['DELETE FROM audit_entry WHERE id = 60'],
    verdict: /^GAP at 60/m,
  },
  {
    name: 'swap two',
    statements: [
      'UPDATE audit_entry SET id = 1000000 WHERE id = 70',
      'UPDATE audit_entry SET id = 70 WHERE id = 71',
      'UPDATE audit_entry SET id = 71 WHERE id = 1000000',
    ],
    verdict: /^EDITED at 70/m,
  },
  { name: 'insert at the end', statements: [append(1)], verdict: /^EDITED at \d+/m },
  { name: 'cut the tail', statements: [cut, headAt('150')], verdict: /^TRUNCATED at 151/m },
  {
    name: 'rewrite all hashes',
    statements: [`UPDATE audit_entry SET description = 'Nothing' WHERE id = 20`, rehashFrom(20)],
    verdict: /^REWRITTEN at \d+/m,
  },
  {
    name: 'cut and append again',
    statements: [cut, headAt('150'), append(400), rehashFrom(151)],
    verdict: /^REWRITTEN at \d+/m,
  },
]

export const auditTamper: Fault = {
  name: 'audit-tamper',
  title: 'seven ways of tampering with the audit trail, as one who may do anything in the database',
  pass: 'OK and exit 0 before, each of the seven named by npm run audit:verify with exit 1',
  async run(scope) {
    const database = await OwnPostgres.start(scope)
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback', ...database.env })
    const writers = new Writers(server.http, await signInPeople(server.http, 8))
    await writers.untilAcknowledged(300)
    await writers.stop()
    await server.terminate() // which signs the end of the trail
    const verify = (name: string): Promise<Ran> =>
      runCommand(scope, 'audit-verify', [], {
        DATA_DIR: server.dataDir,
        DATABASE_URL: database.url('rupee_app', name),
        DATABASE_OWNER_URL: database.url('rupee_owner', name),
      })
    const untouched = await verify('rupee_rates')
    const caught: string[] = []
    const missed: string[] = []
    for (const [index, { name, statements, verdict }] of TAMPERINGS.entries()) {
      const copy = `tampered_${index}`
      await asSuperuser(database, `CREATE DATABASE ${copy} TEMPLATE rupee_rates OWNER rupee_owner`)
      await asSuperuser(
        { superuserUrl: database.url('postgres', copy) },
        [
          ...['audit_entry', 'audit_head'].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`),
          ...statements,
        ].join('; '),
      )
      const { status, printed } = await verify(copy)
      const word = printed.trim().split('\n').at(-1) ?? ''
      if (status === 1 && verdict.test(printed))
        caught.push(`${name}: ${/^[A-Z]+ at \d+/m.exec(printed)?.[0]}`)
      else missed.push(`${name}: ${word} (exit ${status})`)
    }
    const good = untouched.status === 0 && /^OK/m.test(untouched.printed)
    return {
      figures: `untouched ${good ? 'OK' : untouched.printed}; ${caught.length} of ${TAMPERINGS.length} caught (${[...caught, ...missed.map((each) => `MISSED ${each}`)].join(', ')})`,
      ok: good && missed.length === 0,
    }
  },
}
