import type { Socket } from 'node:net'

const NOTHING = Buffer.alloc(0)

/** Cuts what a connection brings into responses, one after the other. One as long as the one before is not parsed again. */
export function eachResponse(socket: Socket, take: (response: Buffer) => void): void {
  let pending: Buffer = NOTHING
  let usualLength = -1
  socket.on('data', (chunk: Buffer) => {
    const all = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    const length = all.length === usualLength ? usualLength : lengthOf(all)
    if (length === undefined || all.length < length) {
      pending = all
      return
    }
    pending = NOTHING
    usualLength = length
    take(all)
  })
}

export const statusOf = (response: Buffer): string => response.toString('latin1', 9, 12)

/** How long a whole response is in bytes, or undefined as long as that cannot be said. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return end + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return end + 4 + Number(length)
  return bytes.subarray(-5).toString('latin1') === '0\r\n\r\n' ? bytes.length : undefined
}
