import { expect, it } from 'vitest'
import { CHROME, FIREFOX } from '../sign-in/sign-in.fixture.ts'
import { addressBucket, clientAddress, deviceFingerprint, deviceName, siteBucket } from './actor.ts'

it.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
  ['::ffff:0.0.1.2', '0.0.1.2'],
  ['FE80::1%eth0', 'fe80::1'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8::1]:5678', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['203.0.113.7:', 'unknown'],
  ['not an address', 'unknown'],
  ['x'.repeat(500), 'unknown'],
  [undefined, 'unknown'],
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

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
])('counts registrations of %s under %s', (given, bucket) => {
  expect(siteBucket(given)).toBe(bucket)
})

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0'

it.each([
  [FIREFOX, 'Firefox on Windows'],
  [CHROME, 'Chrome on Android'],
  [safari, 'Safari on iPhone'],
  [edge, 'Edge on Windows'],
  ['curl/8.14.1', 'curl'],
  ['python-requests/2.32', 'python-requests'],
  ['Visit http://evil.example now', 'an unknown device'],
  ['evil.example/1', 'an unknown device'],
  ['<script>', 'an unknown device'],
  ['', 'an unknown device'],
])('calls %j %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})

it('a device is recognised within one IPv6 /64 and by one key', () => {
  const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const print = (ip: string, by = key) =>
    deviceFingerprint(by, { device: FIREFOX, ip }).toString('hex')
  expect(print('2001:db8::1')).toBe(print('2001:db8::2'))
  const others = [
    print('2001:db8::1'),
    print('2001:db8:0:1::1'),
    print('203.0.113.1'),
    print('2001:db8::1', otherKey),
  ]
  expect(new Set(others).size).toBe(4)
})
