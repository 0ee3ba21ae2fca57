import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encode } from './encoded.ts'

test('a form that is kept takes no more memory than it is long', async () => {
  const content = Buffer.from(JSON.stringify(Array.from({ length: 2000 }, (_, at) => at)))
  const { br, gzip } = (await encode(content)).forms
  for (const form of [br!, gzip!]) expect(form.buffer.byteLength).toBe(form.length)
  expect(brotliDecompressSync(br!)).toEqual(content)
  expect(gunzipSync(gzip!)).toEqual(content)
})
