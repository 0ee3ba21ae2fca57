import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { canReach, unprivilegedUser } from './postgres-user.ts'

const root = 'root:x:0:0:root:/root:/bin/bash\n'
const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n'
const postgres = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash\n'

test('root makes way for postgres, else for nobody', () => {
  expect(unprivilegedUser(root + nobody + postgres)).toEqual({ uid: 101, gid: 104 })
  expect(unprivilegedUser(root + nobody)).toEqual({ uid: 65534, gid: 65533 })
  expect(unprivilegedUser(root)).toBeUndefined()
})

test('an account can open a folder only if every folder above it lets it through', async () => {
  const folder = temporaryFolder()
  const stranger = { uid: 4_000_000, gid: 4_000_000 }
  expect(await canReach(stranger, folder)).toBe(true)
  chmodSync(folder, 0o700)
  expect(await canReach(stranger, folder)).toBe(false)
  const owner = { uid: process.getuid?.() ?? 0, gid: 4_000_000 }
  expect(await canReach(owner, folder)).toBe(true)
  await expect(canReach(stranger, join(folder, 'missing'))).rejects.toThrow('ENOENT')
})
