import { useEffect, useMemo, useState } from 'react'
import type { encode as encodeText } from 'uqr'
import { t } from '../../text/sentences.ts'
import { withRetries } from '../connection/connection.tsx'
import { usePrintedAt } from '../ui/paper.tsx'
import styles from './cited.module.css'

const LOAD_AFTER_MS = 2_000

export interface PrintedCode {
  /** The instant of printing; undefined until then. */
  readonly at: Date | undefined
  readonly address: string
  /** Undefined until it is loaded. */
  readonly encode: typeof encodeText | undefined
}

export function usePrintedCode(address: string): PrintedCode {
  const at = usePrintedAt(address)
  const [encode, setEncode] = useState<typeof encodeText>()
  useEffect(() => {
    const load = () =>
      void withRetries(() => import('uqr')).then(
        (uqr) => setEncode(() => uqr.encode),
        () => undefined,
      )
    const timer = setTimeout(load, LOAD_AFTER_MS)
    addEventListener('beforeprint', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', load)
    }
  }, [])
  return { at, address, encode }
}

/** A QR code. It keeps its place until the encoder is loaded. */
export function Code({ address, encode }: Omit<PrintedCode, 'at'>) {
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

function drawCode(address: string, encode: PrintedCode['encode']) {
  if (!encode) return { path: undefined, size: 0 }
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return { path: dark.join(''), size }
}
