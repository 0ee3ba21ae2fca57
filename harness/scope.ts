import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * What one run has started, and the folder that it may fill; all of it is gone at the end, the last
 * one started first.
 */
export class Scope extends AsyncDisposableStack {
  readonly folder = mkdtempSync(join(tmpdir(), 'rupee-rates-'))

  constructor() {
    super()
    chmodSync(this.folder, 0o711) // where root runs this, PostgreSQL's account has to walk through
    this.defer(() =>
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
    )
  }

  /** Notes how to end what has just been started. */
  override defer(ending: () => unknown): void {
    super.defer(async () => {
      await ending()
    })
  }

  /** An empty folder in the scope's own. */
  makeFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    return folder
  }

  /** Ends all of it; what cannot be ended is left. */
  async end(): Promise<void> {
    await this.disposeAsync().catch(() => undefined)
  }
}
