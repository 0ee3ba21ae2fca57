import { afterAll, onTestFinished } from 'vitest'
import { Scope } from '../../harness/scope.ts'

/** An empty folder for one test. */
export function temporaryFolder(): string {
  const scope = new Scope()
  onTestFinished(() => scope.end())
  return scope.folder
}

/** An empty folder for all tests of a file. */
export function temporaryFolderOfFile(): string {
  const scope = new Scope()
  afterAll(() => scope.end())
  return scope.folder
}
