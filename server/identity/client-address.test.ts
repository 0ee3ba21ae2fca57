import { expect, it } from 'vitest'
import { addressBucket, clientAddress } from './client-address.ts'

it.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
  ['::ffff:0.0.1.2', '0.0.1.2'],
  ['FE80::1%eth0', 'fe80::1'],
  ['not an address', 'unknown'],
  ['x'.repeat(500), 'unknown'],
])('writes %s as %s', (given, written) => {
  expect(clientAddress(given)).toBe(written)
})

it.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:6001:101', '96.1.1.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s under %s', (given, bucket) => {
  expect(addressBucket(given)).toBe(bucket)
})
