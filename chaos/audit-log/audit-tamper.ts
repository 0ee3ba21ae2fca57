import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tamperings, TRIGGERS_OFF } from '../../server/testing/tamperings.ts'
import type { Scenario } from '../scenario.ts'
import { runCommand, type Ran } from '../../harness/process/spawn-command.ts'
import { asSuperuser, OwnPostgres } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'

export const auditTamper: Scenario = {
  name: 'audit-tamper',
  title:
    'the seven ways of tampering with the audit trail, and some more, by one who may do anything in the database; the key of the checkpoints removed or replaced',
  pass: 'OK and exit 0 before; each of them named by npm run audit:verify, with the entry and exit 1; never OK without the key, and a rewritten trail REWRITTEN also then; OK again with the key',
  async run(scope) {
    const database = await OwnPostgres.start(scope)
    const server = await Server.start(scope, database.env())
    const writers = await server.writers(8)
    await writers.untilAcknowledged(300)
    await writers.stop()
    await server.terminate() // which signs the end of the trail
    const run = (command: string, args: readonly string[], name: string): Promise<Ran> =>
      runCommand(scope, command, args, {
        DATA_DIR: server.dataDir,
        DATABASE_URL: database.url('rupee_app', name),
        DATABASE_OWNER_URL: database.url('rupee_owner', name),
      })
    const verify = (name: string): Promise<Ran> => run('audit-verify', [], name)
    const untouched = await verify('rupee_rates')
    const good = untouched.status === 0 && /^OK/m.test(untouched.printed)
    const [trail] = await asSuperuser<{ end: number }>(database, 'SELECT id::int AS end FROM audit_head')
    const ways = tamperings({ end: trail?.end ?? 0, signed: signedEntries(server.dataDir) })
    const found: string[] = []
    let caught = 0
    for (const [index, { what, statements, verdict, at }] of ways.entries()) {
      const copy = `tampered_${index}`
      await asSuperuser(database, `CREATE DATABASE ${copy} TEMPLATE rupee_rates OWNER rupee_owner`)
      const inCopy = { superuserUrl: database.url('postgres', copy) }
      await asSuperuser(inCopy, [...TRIGGERS_OFF, ...statements].join('; '))
      const { status, printed } = await verify(copy)
      const said = /^[A-Z ]+ at \d+/m.exec(printed)?.[0] ?? printed.trim().split('\n').at(-1) ?? ''
      const right = status === 1 && said === `${verdict} at ${at}`
      if (right) caught++
      found.push(`${right ? '' : 'MISSED '}${what}: ${said}`)
    }
    const rewritten = `tampered_${ways.findIndex(({ verdict }) => verdict === 'REWRITTEN')}`
    const keys = await withoutTheKey(server.dataDir, verify, 'rupee_rates', rewritten)
    const rotated = await run('audit-key', ['--rotate'], 'rupee_rates')
    const after = await verify('rupee_rates')
    const handedOver = rotated.status === 0 && after.status === 0
    return {
      figures: `untouched ${good ? 'OK' : untouched.printed}; ${caught} of ${ways.length} caught (${found.join('; ')}); ${keys.said}; ${handedOver ? 'OK with a key that was handed over to' : `NOT OK after a rotation: ${after.printed}`}`,
      ok: good && caught === ways.length && ways.length >= 7 && keys.ok && handedOver,
    }
  },
}

/** What is said of a good and of a rewritten trail while the key is gone, and while another is in its place. */
async function withoutTheKey(
  dataDir: string,
  verify: (name: string) => Promise<Ran>,
  good: string,
  rewritten: string,
): Promise<{ said: string; ok: boolean }> {
  const file = join(dataDir, 'keys', 'audit-checkpoints.pem')
  renameSync(file, `${file}.kept`)
  const said: string[] = []
  let ok = true
  const look = async (what: string): Promise<void> => {
    const [one, other] = [await verify(good), await verify(rewritten)]
    const right =
      one.status === 2 &&
      /^NOT COVERED/m.test(one.printed) &&
      other.status === 1 &&
      /^REWRITTEN at/m.test(other.printed)
    ok &&= right
    said.push(
      `with the key ${what} ${right ? 'NOT COVERED and REWRITTEN' : `OTHERWISE: ${one.printed} ${other.printed}`}`,
    )
  }
  await look('gone')
  const another = generateKeyPairSync('ed25519').privateKey
  writeFileSync(file, another.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  await look('replaced')
  renameSync(`${file}.kept`, file)
  return { said: said.join(', '), ok }
}

/** The entries that the server has signed checkpoints for, ascending. */
function signedEntries(dataDir: string): number[] {
  const folder = join(dataDir, 'checkpoints')
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const entries = lines
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { entry: number }).entry)
  return entries.toSorted((a, b) => a - b)
}
