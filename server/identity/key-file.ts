import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The text of a private file; undefined where it is not there. */
export async function readKeyFile(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
}

/** Makes a private file, unless another process is quicker: its text then stays. */
export async function createKeyFile(file: string, text: string): Promise<void> {
  const beside = await writeBeside(file, text)
  await link(beside, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(beside)
}

/** Writes what is to become a private file; gives where it is, whole and on the disk. */
export async function writeBeside(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}`
  const handle = await open(beside, 'w', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  return beside
}
