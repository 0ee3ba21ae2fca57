import { useRef } from 'react'

/**
 * Gives the key under which a content is sent: the same for every try of the same content, so that
 * a try whose response was lost does nothing twice. `renew` after a success: the same content is
 * then a new wish.
 */
export function useIdempotencyKey() {
  const last = useRef<{ readonly content: string; readonly key: string }>(undefined)
  return {
    keyFor: (body: unknown): string => {
      const content = JSON.stringify(body)
      if (last.current?.content !== content) last.current = { content, key: randomKey() }
      return last.current.key
    },
    renew: () => (last.current = undefined),
  }
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers give to secure origins only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
