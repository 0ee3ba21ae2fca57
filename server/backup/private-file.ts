import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Runs `work` with the path of a file that does not exist yet, in a folder under `parent` that only
 * this user can open; whatever it wrote is deleted afterwards, also when it throws. `parent` is
 * made where it is missing.
 */
export async function withPrivateFile<T>(
  parent: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'piped-'))
  try {
    return await work(join(folder, 'database.backup'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
