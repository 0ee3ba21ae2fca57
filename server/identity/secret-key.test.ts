import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSecretKey } from './secret-key.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const unset = { secretKey: undefined }

test('the key is made once, for this account alone, and is the same at every start', async () => {
  const dataDir = temporaryFolder()
  const key = await loadSecretKey({ ...unset, dataDir })
  expect(key).toHaveLength(32)
  expect(await loadSecretKey({ ...unset, dataDir })).toEqual(key)
  expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'keys', 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(dataDir, 'keys'))).toEqual(['secret.key'])
})

test('a key from the configuration comes first and leaves no file', async () => {
  const dataDir = temporaryFolder()
  const secretKey = Buffer.alloc(32, 7)
  expect(await loadSecretKey({ secretKey, dataDir })).toBe(secretKey)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a damaged key is not replaced in silence', async () => {
  const dataDir = temporaryFolder()
  await loadSecretKey({ ...unset, dataDir })
  writeFileSync(join(dataDir, 'keys', 'secret.key'), 'abc')
  await expect(loadSecretKey({ ...unset, dataDir })).rejects.toThrow('secret.key is damaged')
})
