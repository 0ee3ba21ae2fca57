import { isIP, isIPv6 } from 'node:net'

/**
 * A client's address in one form, IPv4 where it is mapped, without zones; `unknown` where it is
 * none.
 */
export function clientAddress(ip: string): string {
  const bare = (ip.split('%', 1)[0] ?? '').toLowerCase()
  const version = isIP(bare)
  if (version === 0) return 'unknown'
  // The one form that the URL standard writes an IPv6 address in (RFC 5952), mapped ones in hex.
  const address = version === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  return high === undefined || low === undefined
    ? address
    : [...bytesOf(high), ...bytesOf(low)].join('.')
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** The bucket in which an address is counted: IPv4 itself, the /64 of IPv6 (RFC 6177). */
export function addressBucket(ip: string): string {
  const address = clientAddress(ip)
  return isIPv6(address) ? prefixOf(address, 4) : address
}

/** The /48 of an IPv6 address, which one customer may have whole; null for an IPv4 address. */
export function siteBucket(ip: string): string | null {
  const address = clientAddress(ip)
  return isIPv6(address) ? prefixOf(address, 3) : null
}

function prefixOf(address: string, length: number): string {
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before
  return `${groups
    .slice(0, length)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${length * 16}`
}
