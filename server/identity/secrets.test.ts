import { expect, test } from 'vitest'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { codeHash, deriveKey, loadSecretKey, newCode, newToken, tokenHash } from './secrets.ts'

const key = Buffer.alloc(32, 7)

test('codes are six evenly distributed digits', () => {
  const codes = Array.from({ length: 20_000 }, newCode)
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  for (let place = 0; place < 6; place++) {
    const counts = Array.from(
      { length: 10 },
      (_, digit) => codes.filter((code) => code[place] === String(digit)).length,
    )
    // Chi-squared with 9 degrees of freedom: above 46 once in two million runs.
    const chiSquared = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
    expect(chiSquared).toBeLessThan(46)
  }
})

test('tokens are 256 bits and never repeat', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
})

test('hashes depend on key, address, code and purpose', () => {
  const hashes = [
    codeHash(key, 'a@b.lk', '123456'),
    codeHash(Buffer.alloc(32, 8), 'a@b.lk', '123456'),
    codeHash(key, 'c@b.lk', '123456'),
    codeHash(key, 'a@b.lk', '123457'),
    tokenHash('123456'),
    deriveKey(key, 'device'),
    deriveKey(key, 'sign-in code'),
  ]
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length)
  expect(hashes.every((hash) => hash.length === 32)).toBe(true)
})

const unset = { secretKey: undefined }

test('the key is created once, readable by its owner only', async () => {
  const dataDir = temporaryFolder()
  const created = await loadSecretKey({ ...unset, dataDir })
  expect(created).toHaveLength(32)
  expect(await loadSecretKey({ ...unset, dataDir })).toEqual(created)
  expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'keys', 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(dataDir, 'keys'))).toEqual(['secret.key'])
})

test('a configured key is preferred and writes no file', async () => {
  const dataDir = temporaryFolder()
  const secretKey = Buffer.alloc(32, 7)
  expect(await loadSecretKey({ secretKey, dataDir })).toBe(secretKey)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a damaged key is not replaced', async () => {
  const dataDir = temporaryFolder()
  await loadSecretKey({ ...unset, dataDir })
  writeFileSync(join(dataDir, 'keys', 'secret.key'), 'abc')
  await expect(loadSecretKey({ ...unset, dataDir })).rejects.toThrow('secret.key is damaged')
})
