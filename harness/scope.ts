import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What one run has started, and the folder that it may fill; all of it is gone at the end. */
export class Scope implements AsyncDisposable {
  readonly folder: string
  private readonly endings: (() => unknown)[] = []

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'rupee-rates-'))
    chmodSync(this.folder, 0o711) // where root runs this, PostgreSQL's account has to walk through
  }

  /** Notes how to end what has just been started; the last one started ends first. */
  defer(ending: () => unknown): void {
    this.endings.unshift(ending)
  }

  /** An empty folder in the scope's own. */
  makeFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    return folder
  }

  async end(): Promise<void> {
    for (const ending of this.endings.splice(0))
      await Promise.resolve()
        .then(ending)
        .catch(() => undefined)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end()
  }
}
