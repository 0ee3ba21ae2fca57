import { describe, expect, it } from 'vitest'
import { PageMemory } from './page-cache.ts'

const never = () => false

describe('the memory of pages', () => {
  it('makes a page once for a state, and anew in the next', async () => {
    const memory = new PageMemory<number>(2)
    let made = 0
    const make = () => Promise.resolve(++made)
    expect(await memory.get('one', '/', make, never)).toBe(1)
    expect(await memory.get('one', '/', make, never)).toBe(1)
    expect(await memory.get('two', '/', make, never)).toBe(2)
  })

  it('makes a page once for all who ask at the same time', async () => {
    const memory = new PageMemory<number>(2)
    let made = 0
    const make = () => Promise.resolve(++made)
    const asked = Array.from({ length: 50 }, () => memory.get('one', '/', make, never))
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]))
  })

  it('lets go of what was asked for longest ago', async () => {
    const memory = new PageMemory<string>(2)
    const made: string[] = []
    const get = (key: string) =>
      memory.get(
        'one',
        key,
        () => {
          made.push(key)
          return Promise.resolve(key)
        },
        never,
      )
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  it('keeps neither what failed nor what will pass', async () => {
    const memory = new PageMemory<number>(2)
    await expect(memory.get('one', '/', () => Promise.reject(new Error('no')), never)).rejects.toThrow('no')
    expect(
      await memory.get(
        'one',
        '/',
        () => Promise.resolve(1),
        () => true,
      ),
    ).toBe(1)
    expect(await memory.get('one', '/', () => Promise.resolve(2), never)).toBe(2)
  })
})
