import { describe, expect, it } from 'vitest'
import { VersionedCache } from './cache.ts'

describe('the page cache', () => {
  it('makes a page once per state', async () => {
    const cache = new VersionedCache<number>(2)
    let made = 0
    const make = () => Promise.resolve(++made)
    expect(await cache.get('one', '/', make)).toBe(1)
    expect(await cache.get('one', '/', make)).toBe(1)
    expect(await cache.get('two', '/', make)).toBe(2)
  })

  it('makes a page once for concurrent requests', async () => {
    const cache = new VersionedCache<number>(2)
    let made = 0
    const make = () => Promise.resolve(++made)
    const requested = Array.from({ length: 50 }, () => cache.get('one', '/', make))
    expect(new Set(await Promise.all(requested))).toEqual(new Set([1]))
  })

  it('drops the least recently used page', async () => {
    const cache = new VersionedCache<string>(2)
    const made: string[] = []
    const get = (key: string) =>
      cache.get('one', key, () => {
        made.push(key)
        return Promise.resolve(key)
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  it('keeps neither failures nor temporary pages', async () => {
    const cache = new VersionedCache<number>(2)
    await expect(cache.get('one', '/', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(
      await cache.get(
        'one',
        '/',
        () => Promise.resolve(1),
        () => true,
      ),
    ).toBe(1)
    expect(await cache.get('one', '/', () => Promise.resolve(2))).toBe(2)
  })
})
