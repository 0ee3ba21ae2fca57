import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Relay } from './relay.ts'

/** A way to the database that a test can cut and mend. */
export interface BreakableLine extends Pick<Relay, 'cut' | 'mend'> {
  /** The database's URL, over this line. */
  readonly url: string
  close(): Promise<void>
}

/** Lays a line to the database behind `url`, which names a folder with a socket in it. */
export async function breakableLine(url: string): Promise<BreakableLine> {
  const search = new URLSearchParams(url.replace(/^[^?]*\?/, ''))
  const name = `.s.PGSQL.${search.get('port') ?? '5432'}`
  const target = join(search.get('host') ?? '', name)
  const folder = mkdtempSync(join(tmpdir(), 'rupee-line-'))
  const relay = new Relay({ path: join(folder, name) }, () => connect(target))
  await relay.mend()
  search.set('host', folder)
  return {
    url: `${url.split('?', 1)[0] ?? ''}?${search.toString()}`,
    cut: () => relay.cut(),
    mend: () => relay.mend(),
    close: async () => {
      await relay.cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
