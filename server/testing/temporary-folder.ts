import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** An empty folder for one test. */
export function temporaryFolder(): string {
  const folder = emptyFolder()
  onTestFinished(() => remove(folder))
  return folder
}

/** An empty folder for all tests of a file. */
export function temporaryFolderOfFile(): string {
  const folder = emptyFolder()
  afterAll(() => remove(folder))
  return folder
}

/** Where root runs the tests, the account that PostgreSQL runs under must be able to walk through. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rupee-rates-test-'))
  chmodSync(folder, 0o711)
  return folder
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
