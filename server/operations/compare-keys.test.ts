import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadCheckpointKey } from '../audit-log/checkpoints.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { compareKeys } from './compare-keys.ts'

const { deps } = await testAppOfFile()

/** Starts a server with these differences and returns its warnings about keys. */
async function start(change: Partial<typeof deps.config> = {}, secretKey = deps.secretKey) {
  const said: string[] = []
  const log = { ...deps.log, warn: vi.fn((sentence: string) => void said.push(sentence)) }
  await compareKeys({
    ...deps,
    secretKey,
    log: log as never,
    config: { ...deps.config, ...change },
  })
  return said
}

test('a server with another SECRET_KEY or checkpoint key warns at its start', async () => {
  expect(await start()).toEqual([])
  expect(await start()).toEqual([])
  const dataDir = mkdtempSync(join(tmpdir(), 'rupee-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await loadCheckpointKey({ ...deps.config, dataDir })
  const other = randomBytes(32)
  const sentences = [
    expect.stringMatching(/^SECRET_KEY is not that of the server that used this database last/),
    expect.stringMatching(/^The key of the checkpoints .* is not that/),
  ]
  expect(await start({ dataDir }, other)).toEqual(sentences)
  expect(await start()).toEqual(sentences)
})

test('a rotated key raises no warning', async () => {
  await start()
  expect(await start({ secretKeyOld: deps.secretKey }, randomBytes(32))).toEqual([])
})
