import { useEffect, useMemo, useState } from 'react'
import type { encode as encodeText } from 'uqr'
import { t } from '../../text/sentences.ts'
import { withRetries } from '../connection/connection.tsx'
import { usePrintedAt } from '../ui/paper.tsx'
import styles from './currency.module.css'

const LOAD_AFTER_MS = 2_000

/** Returns the address of a code, and the instant of printing: undefined until then. */
export function useCodeAddress(addressAt: (instant: Date | undefined) => string) {
  const at = usePrintedAt(addressAt(undefined))
  return { at, address: addressAt(at) }
}

/** A QR code. It keeps its place until the encoder is loaded. */
export function Code({ address }: { readonly address: string }) {
  const [encode, setEncode] = useState<typeof encodeText>()
  useEffect(() => {
    const load = () =>
      void withRetries(() => import('uqr')).then(
        (uqr) => setEncode(() => uqr.encode),
        () => undefined,
      )
    const timer = setTimeout(load, LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { path, size } = useMemo(() => drawCode(address, encode), [address, encode])
  if (path === undefined) return <div className={styles['code']} />
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={styles['code']}
      role="img"
      aria-label={t.print.code({ address })}
    >
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

function drawCode(address: string, encode: typeof encodeText | undefined) {
  if (!encode) return { path: undefined, size: 0 }
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return { path: dark.join(''), size }
}
