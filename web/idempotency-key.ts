import { useRef } from 'react'

/**
 * Returns one key for all tries of the same body, so that a repeated request has no second effect.
 * `renew` starts another key after a success.
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

/** `crypto.randomUUID` exists on secure origins only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
