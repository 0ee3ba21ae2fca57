import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Runs `work` with the path of a new file in a private folder under `parent`, made where it is
 * missing; both are deleted afterwards.
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
