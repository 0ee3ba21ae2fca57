import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { Relay } from '../../harness/process/relay.ts'
import { temporaryFolderOfFile } from './temporary-folder.ts'

/**
 * A way to the database behind `url`, which names a folder with a socket in it, that the tests of a file can cut and mend; with
 * the database's URL over it. It ends by itself after the last of them.
 */
export async function breakableLineOfFile(
  url: string,
): Promise<{ readonly line: Relay; readonly url: string }> {
  const search = new URLSearchParams(url.replace(/^[^?]*\?/, ''))
  const name = `.s.PGSQL.${search.get('port') ?? '5432'}`
  const target = join(search.get('host') ?? '', name)
  const folder = temporaryFolderOfFile()
  const line = await Relay.to(() => connect(target), { path: join(folder, name) }).mend()
  afterAll(() => line.cut())
  search.set('host', folder)
  return { line, url: `${url.split('?', 1)[0] ?? ''}?${search.toString()}` }
}
