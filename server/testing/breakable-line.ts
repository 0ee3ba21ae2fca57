import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A way to the database that a test can cut and mend. */
export interface BreakableLine {
  /** The database's URL, over this line. */
  readonly url: string
  /** Ends every connection and takes no other. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

/** Lays a line to the database behind `url`, which names a folder with a socket in it. */
export async function breakableLine(url: string): Promise<BreakableLine> {
  const search = new URLSearchParams(url.replace(/^[^?]*\?/, ''))
  const name = `.s.PGSQL.${search.get('port') ?? '5432'}`
  const target = join(search.get('host') ?? '', name)
  const folder = mkdtempSync(join(tmpdir(), 'rupee-line-'))
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const onward = connect(target)
    for (const socket of [client, onward]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        onward.destroy()
      })
    }
    client.pipe(onward).pipe(client)
  })
  const mend = () => new Promise<void>((resolve) => server.listen(join(folder, name), resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
  await mend()
  search.set('host', folder)
  return {
    url: `${url.split('?', 1)[0] ?? ''}?${search.toString()}`,
    cut,
    mend,
    close: async () => {
      if (server.listening) await cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
