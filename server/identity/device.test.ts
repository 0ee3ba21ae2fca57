import { expect, test } from 'vitest'
import { deviceFingerprint, deviceName } from './device.ts'
import { CHROME, FIREFOX } from '../sign-in/sign-in.fixture.ts'

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0'

test.each([
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

test('a device is the same within one IPv6 /64, another elsewhere, and unknown without the key', () => {
  const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const print = (ip: string, by = key) =>
    deviceFingerprint(by, 'Firefox on Windows', ip).toString('hex')
  expect(print('2001:db8::1')).toBe(print('2001:db8::2'))
  expect(
    new Set([
      print('2001:db8::1'),
      print('2001:db8:0:1::1'),
      print('203.0.113.1'),
      print('2001:db8::1', otherKey),
    ]).size,
  ).toBe(4)
})
