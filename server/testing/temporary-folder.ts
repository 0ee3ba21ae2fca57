import { afterAll, onTestFinished } from 'vitest'
import { Scope } from '../../harness/scope.ts'

/** Removed after the test. */
export function temporaryFolder(): string {
  const scope = new Scope()
  onTestFinished(() => scope.end())
  return scope.folder
}

/** Removed after the file. */
export function temporaryFolderOfFile(): string {
  const scope = new Scope()
  afterAll(() => scope.end())
  return scope.folder
}
