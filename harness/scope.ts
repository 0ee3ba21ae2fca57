import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class Scope extends AsyncDisposableStack {
  readonly folder = mkdtempSync(join(tmpdir(), 'rupee-rates-'))

  constructor() {
    super()
    chmodSync(this.folder, 0o711) // where root runs this, PostgreSQL's account has to walk through
    this.defer(() =>
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
    )
  }

  override defer(ending: () => unknown): void {
    super.defer(async () => {
      await ending()
    })
  }

  makeFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    return folder
  }

  async end(): Promise<void> {
    await this.disposeAsync().catch(() => undefined)
  }
}
