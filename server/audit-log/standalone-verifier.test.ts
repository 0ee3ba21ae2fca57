import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { auditTrailState, downloadCheckpoints, exportAuditTrail } from '../../contract/audit-log.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { temporaryFolderOfFile } from '../testing/temporary-folder.ts'
import { bundleVerifier, VERIFIER_FILE } from '../web/bundle-verifier.ts'

const folder = temporaryFolderOfFile()
let key: string
const ratesApp = await ratesAppOfFile()
beforeAll(async () => {
  for (let day = 10; day <= 17; day++)
    await ratesApp.post({ ...usd, date: `2026-09-${day}`, rate: 300 + day / 100 })
  key = (await state()).key?.public_key ?? ''
  writeFileSync(join(folder, VERIFIER_FILE), await bundleVerifier())
})

/** Lets the server check the chain and sign it, as it does by itself from time to time. */
const state = async () => {
  const { headers } = ratesApp.nimal
  return (await sendRequest<typeof auditTrailState>(ratesApp.run, { url: auditTrailState.url, headers })).body
    .data
}

async function save(url: string, name: string): Promise<string> {
  const { body, statusCode } = await ratesApp.run.app.inject({ url, headers: ratesApp.nimal.headers })
  expect(statusCode).toBe(200)
  writeFileSync(join(folder, name), body)
  return name
}

/** Runs it in an empty folder, as somebody who has nothing but Node and the files. */
const run = (...given: string[]) =>
  new Promise<{ status: number; last: string; said: string }>((done) => {
    execFile(
      process.execPath,
      [VERIFIER_FILE, ...given],
      { cwd: folder, env: {} },
      (error, stdout, stderr) => {
        const last = stdout.trimEnd().split('\n').at(-1) ?? ''
        done({ status: error === null ? 0 : Number(error.code), last, said: stdout + stderr })
      },
    )
  })

function edited(name: string, from: string, to: string): string {
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, `edited-${name}`), text.replace(from, to))
  return `edited-${name}`
}

test('The verifier is one file that imports nothing but Node', () => {
  const code = readFileSync(join(folder, VERIFIER_FILE), 'utf8')
  const imported = Array.from(code.matchAll(/^import .* from ["'](.*)["'];?$/gm), ([, name]) => name ?? '')
  expect(imported.length).toBeGreaterThan(2)
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(code).not.toMatch(/\brequire\(|\bimport\(/)
})

test.each(['csv', 'json'])(
  'It finds an export as %s good, and names the first entry that was edited',
  async (format) => {
    const file = await save(`${exportAuditTrail.url}?format=${format}`, `trail.${format}`)
    const checkpoints = await save(downloadCheckpoints.url, 'checkpoints.jsonl')
    const good = await run(file, checkpoints, '--key', key)
    expect(good).toMatchObject({ status: 0, last: 'OK: every row is what the server exported.' })
    expect(good.said).toContain('1 of 1 for entries in the file agree')
    const rate = '16 Sep 2026: 300.1600'
    const other = edited(file, rate, rate.replace('16 Sep', '15 Sep'))
    expect(await run(other, checkpoints, '--key', key)).toMatchObject({
      status: 1,
      last: 'EDITED at 7: entry 7 is not what it was when it was written.',
    })
  },
)

test('Without the key, or with another one, nobody vouches for the file', async () => {
  const file = await save(`${exportAuditTrail.url}?format=json`, 'trail.json')
  const without = await run(file)
  expect([without.status, without.last]).toEqual([2, expect.stringMatching(/^NOT COVERED: /)])
  expect(without.said).toContain('Without --key nobody vouches for the file.')
  expect((await run(file, '--key', 'A'.repeat(43))).status).toBe(2)
  expect((await run('no-such-file.json', '--key', key)).said).toContain('no-such-file.json cannot be checked')
  expect((await run()).said).toContain('Usage: node verify-audit-trail.mjs EXPORT')
})

test('It names the first checkpoint that a trail contradicts whose entries were all hashed and signed again', async () => {
  const checkpoints = await save(downloadCheckpoints.url, 'before.jsonl')
  const [line = ''] = readFileSync(join(folder, checkpoints), 'utf8').split('\n')
  const { entry } = JSON.parse(line) as { entry: number }
  await ratesApp.run.owner.connection().execute(async (owner) => {
    await sql`ALTER TABLE audit_entry DISABLE TRIGGER USER`.execute(owner)
    await sql`ALTER TABLE audit_head DISABLE TRIGGER USER`.execute(owner)
    await sql.raw(REWRITE).execute(owner)
    await sql`ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_continue`.execute(owner)
  })
  const file = await save(`${exportAuditTrail.url}?format=json`, 'rewritten.json')
  expect(await run(file, '--key', key)).toMatchObject({ status: 0 })
  expect(await run(file, checkpoints, '--key', key)).toMatchObject({
    status: 1,
    last: `REWRITTEN at ${entry}: entry ${entry} is another than the one that was signed, though the chain fits.`,
  })
})

/** Another rate in entry 2, and hashes that fit in it and all that follow. */
const REWRITE = `
DO $$
DECLARE entry audit_entry; link bytea;
BEGIN
  UPDATE audit_entry SET description = replace(description, '300.1100', '399.0000') WHERE id = 2;
  SELECT hash INTO link FROM audit_entry WHERE id = 1;
  FOR entry IN SELECT * FROM audit_entry WHERE id >= 2 ORDER BY id LOOP
    entry.previous_hash := link;
    link := sha256(link || audit_bytes(entry));
    UPDATE audit_entry SET previous_hash = entry.previous_hash, hash = link WHERE audit_entry.id = entry.id;
  END LOOP;
  UPDATE audit_head SET hash = link;
END $$`
