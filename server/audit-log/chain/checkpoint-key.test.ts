import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditTrailState } from '../../../contract/audit-log.ts'
import { ready } from '../../../contract/system.ts'
import { SYSTEM } from '../../identity/actor.ts'
import { runOperatorCommand, runCommandHere } from '../../testing/run-operator-command.ts'
import { sendRequest } from '../../testing/send-request.ts'
import { signedInUser } from '../../testing/signed-in-user.ts'
import { tamperings } from '../../testing/tamperings.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testConnection, testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { keyName, publicKeyText, signCheckpoint, signKeyChange } from './checkpoint.ts'
import { appendToFiles, checkpointFolders, readCheckpoints } from './checkpoint-files.ts'
import {
  keyFile,
  loadCheckpointKey,
  readCheckpointKey,
  readKeyRing,
  replaceCheckpointKey,
} from './checkpoint-key.ts'
import { readHead } from './read-chain.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { reportLines } from './audit-report.ts'
import { ChainWatch } from './chain-watch.ts'
import { verifyAuditTrail } from './verify-audit-log.ts'

let test: TestApp
let signer: KeyObject
let checkpointDir: string
const ENTRIES = 10

// Ten entries, the bank holidays that come along first; the first key has signed their end in both
// folders.
beforeEach(async () => {
  checkpointDir = temporaryFolder()
  test = await startTestApp({ env: { CHECKPOINT_DIR: checkpointDir } })
  for (let count = 1; count < ENTRIES; count++) await append()
  await watch().check()
  signer = (await readCheckpointKey(test.deps.config.dataDir))!
})
afterEach(() => test.close())

const append = () =>
  test.db
    .transaction()
    .execute((trx) => recordAuditEntry(trx, { actor: SYSTEM, at: test.clock.now() }, 'login', 'In'))
const published = () => Promise.resolve([])
const watch = () =>
  new ChainWatch({ db: test.db, clock: test.clock.now, places: test.deps.config, published })
const nameOf = (key: KeyObject) => keyName(createPublicKey(key))
const loseKey = () => rmSync(keyFile(test.deps.config.dataDir))

/** What `npm run audit:verify` finds, and what the server does. */
async function verify(auditPublicKeys: string[] = []) {
  const places = { ...test.deps.config, auditPublicKeys }
  const found = await readCheckpoints(checkpointFolders(places), await readKeyRing(places))
  const report = await verifyAuditTrail(test.db, found, test.clock.now())
  const server = new ChainWatch({ db: test.db, clock: test.clock.now, places, published })
  await server.check()
  const { verdict, sentence } = server.state()
  return {
    verdict: report.verdict,
    lines: reportLines(report, test.clock.now()).join('\n'),
    server: verdict,
    sentence,
  }
}

/** Somebody takes a key of their own, which then signs the end of the chain. */
async function forgeKey(): Promise<KeyObject> {
  const forged = generateKeyPairSync('ed25519').privateKey
  await replaceCheckpointKey(test.deps.config.dataDir, forged)
  const checkpoint = signCheckpoint(forged, await readHead(test.db), test.clock.now())
  await appendToFiles(checkpointFolders(test.deps.config), checkpoint.key, checkpoint)
  return forged
}

async function rewriteTrail(): Promise<void> {
  const rewriting = tamperings({ end: ENTRIES, signed: [8, ENTRIES] }).find(
    ({ verdict }) => verdict === 'REWRITTEN',
  )
  for (const table of ['audit_entry', 'audit_head', 'audit_personal'])
    await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(test.owner)
  for (const statement of rewriting!.statements) await sql.raw(statement).execute(test.owner)
}

it('names the key in the report of a trail that is good', async () => {
  const { verdict, server, lines } = await verify()
  expect({ verdict, server }).toEqual({ verdict: 'OK', server: 'OK' })
  expect(lines).toContain(`Key:         ${nameOf(signer)}`)
})

it('a key that is missing is never OK, and no other is made in silence', async () => {
  loseKey()
  expect(await loadCheckpointKey(test.deps.config)).toBeUndefined()
  const { verdict, server, lines, sentence } = await verify()
  expect({ verdict, server }).toEqual({ verdict: 'NOT COVERED', server: 'NOT COVERED' })
  for (const text of [lines, sentence])
    expect(text).toContain(`is missing; the one that signed is ${nameOf(signer)}`)
  const named = { ...test.deps.config, dataDir: temporaryFolder(), checkpointDir: undefined }
  expect(await loadCheckpointKey({ ...named, auditPublicKeys: ['x'] })).toBeUndefined()
  expect(await loadCheckpointKey(named)).toBeDefined()
})

it('another key is never OK, and both are named', async () => {
  const forged = await forgeKey()
  const { verdict, server, lines, sentence } = await verify()
  expect({ verdict, server }).toEqual({ verdict: 'NOT COVERED', server: 'NOT COVERED' })
  for (const text of [lines, sentence]) {
    expect(text).toContain(nameOf(signer))
    expect(text).toContain(nameOf(forged))
  }
})

it.each(['missing', 'forged'])(
  'a rewritten trail is REWRITTEN although the key is %s',
  async (what) => {
    await rewriteTrail()
    loseKey()
    if (what === 'forged') await forgeKey()
    expect(await verify()).toMatchObject({ verdict: 'REWRITTEN', server: 'REWRITTEN' })
  },
)

it('a key in the place of the one that AUDIT_PUBLIC_KEY names is not OK, with every older checkpoint gone too', async () => {
  for (const folder of checkpointFolders(test.deps.config))
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
  await rewriteTrail()
  const forged = await forgeKey()
  const { verdict, server, lines } = await verify([publicKeyText(createPublicKey(signer))])
  expect({ verdict, server }).toEqual({ verdict: 'NOT COVERED', server: 'NOT COVERED' })
  expect(lines).toContain(nameOf(forged))
  expect(lines).toContain(nameOf(signer))
})

it('a key that the one before has handed over to is OK; a hand-over that only the new one has signed is none', async () => {
  const next = generateKeyPairSync('ed25519').privateKey
  const change = signKeyChange(signer, next, test.clock.now())
  const half = { ...change, old_signature: change.new_signature }
  await replaceCheckpointKey(test.deps.config.dataDir, next)
  await append()
  await appendToFiles([checkpointDir], nameOf(next), half)
  expect((await verify()).verdict).toBe('NOT COVERED')
  await appendToFiles([checkpointDir], nameOf(next), change)
  expect(await verify()).toMatchObject({ verdict: 'OK', server: 'OK' })
  expect((await verify([publicKeyText(createPublicKey(signer))])).verdict).toBe('OK')
})

it('checks lines of an older version, which carry no key, once any line does', async () => {
  const [own = ''] = checkpointFolders(test.deps.config)
  const old = JSON.parse(readFileSync(join(own, `${nameOf(signer)}.jsonl`), 'utf8')) as Record<
    string,
    unknown
  >
  delete old['public_key']
  for (const folder of [own, checkpointDir])
    writeFileSync(join(folder, `${nameOf(signer)}.jsonl`), `${JSON.stringify(old)}\n`)
  expect((await verify()).verdict).toBe('OK')
  await rewriteTrail()
  await forgeKey()
  expect((await verify()).verdict).toBe('NOT COVERED')
  const later = signCheckpoint(signer, { id: 3, hash: Buffer.alloc(32) }, test.clock.now())
  writeFileSync(join(checkpointDir, 'copy.jsonl'), `${JSON.stringify({ ...later, entry: 99 })}\n`)
  expect((await verify()).verdict).toBe('REWRITTEN')
})

it('a running server says so in its state and, without being unready, in ready', async () => {
  const { headers } = await signedInUser(test)
  const state = async () =>
    (await sendRequest<typeof auditTrailState>(test, { url: auditTrailState.url, headers })).body
      .data
  expect((await state()).verdict).toBe('OK')
  loseKey()
  expect(await state()).toMatchObject({
    verdict: 'NOT COVERED',
    sentence: expect.stringContaining('is missing') as string,
  })
  const { status, body } = await sendRequest<typeof ready>(test, { url: ready.url })
  expect({ status, state: body.status }).toEqual({ status: 200, state: 'ok' })
  expect(body.warnings).toEqual({ auditTrail: expect.stringContaining('is missing') as string })
})

it('audit:verify ends with 0 on a good trail, 1 on one that was tampered with and 2 on one that it cannot vouch for', async () => {
  const verifyCommand = () =>
    runOperatorCommand(test, 'audit-verify', [], { CHECKPOINT_DIR: checkpointDir })
  expect(await verifyCommand()).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^OK:/m) as string,
  })
  await rewriteTrail()
  expect(await verifyCommand()).toMatchObject({
    status: 1,
    printed: expect.stringMatching(/^REWRITTEN at 10/m) as string,
  })
  loseKey()
  for (const folder of checkpointFolders(test.deps.config))
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
  expect(await verifyCommand()).toMatchObject({
    status: 2,
    printed: expect.stringMatching(/^NOT COVERED/m) as string,
  })
}, 60_000)

it('audit:key -- --rotate makes a key that the one before signs for, with an entry that names both', async () => {
  const database = await testDatabase()
  const dataDir = temporaryFolder()
  const run = commandsOn(database, dataDir)
  const first = await run('audit-key')
  const second = await run('audit-key', '--rotate')
  expect([first.status, second.status]).toEqual([0, 0])
  expect(second.out).toMatch(/^[\w-]{43}$/)
  expect(await run('audit-key')).toMatchObject({ out: second.out })
  // The first key has signed nothing, so the trail of one entry is not covered yet; nothing is
  // wrong with the keys.
  const verified = await run('audit-verify')
  expect(verified.out).toMatch(
    /NOT COVERED: the chain fits, but no signed checkpoint vouches for entry 1/,
  )
  rmSync(keyFile(dataDir))
  expect(await run('audit-key')).toMatchObject({
    status: 1,
    said: expect.stringContaining('is missing') as string,
  })
  expect((await run('audit-key', '--rotate')).said).toContain('could not sign that it does')
}, 60_000)

it('audit:key -- --rotate leaves the key, and no entry, where a folder of checkpoints cannot be written', async () => {
  const database = await testDatabase()
  const dataDir = temporaryFolder()
  const first = await commandsOn(database, dataDir)('audit-key')
  const run = commandsOn(database, dataDir, { CHECKPOINT_DIR: join(keyFile(dataDir), 'away') })
  expect(await run('audit-key', '--rotate')).toMatchObject({ status: 1, out: '' })
  expect(await run('audit-key')).toMatchObject({ out: first.out })
  expect((await run('audit-verify')).out).toMatch(/^Entries: +none/)
}, 60_000)

it('audit:key -- --rotate leaves the key where the database does not commit the entry', async () => {
  const database = await testDatabase()
  const dataDir = temporaryFolder()
  const run = commandsOn(database, dataDir)
  const first = await run('audit-key')
  const owner = testConnection(database.ownerUrl)
  await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no room'; END $$`.execute(owner)
  await sql`CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON audit_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`.execute(owner)
  expect(await run('audit-key', '--rotate')).toMatchObject({ status: 1, out: '' })
  expect(await run('audit-key')).toMatchObject({ out: first.out })
  expect(readdirSync(join(dataDir, 'keys'))).toEqual([basename(keyFile(dataDir))])
}, 60_000)

/** Runs commands of server/commands on a database. */
function commandsOn(
  { appUrl, ownerUrl }: Pick<TestDatabase, 'appUrl' | 'ownerUrl'>,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const env = { DATA_DIR: dataDir, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, ...settings }
  return async (name: string, ...args: string[]) => {
    const { status, out, err } = await runCommandHere(name, args, env)
    return { status, out: out.trim(), said: err }
  }
}
