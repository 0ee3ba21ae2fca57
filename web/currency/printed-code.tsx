import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { encode as encodeText } from 'uqr'
import { formatColomboTime } from '../ui/time.tsx'
import { withRetries } from '../connection/connection.tsx'
import { t } from '../../text/sentences.ts'
import styles from './currency.module.css'

const LOAD_AFTER_MS = 2_000

interface PrintedCodeProps {
  readonly addressAt: (instant: Date) => string
  readonly children: ReactNode
}

/**
 * On paper only: when it was printed, and a QR code of the rate as known then. Made when printing
 * begins; left out if the encoder is not loaded yet.
 */
export function PrintedCode({ addressAt, children }: PrintedCodeProps) {
  const [printed, setPrinted] = useState<{
    at: Date
    address: string
    path: string
    size: number
  }>()
  const readAddress = useEffectEvent(addressAt)
  useEffect(() => {
    let encode: typeof encodeText | undefined
    const prepare = () => {
      if (!encode) return
      const at = new Date()
      const address = readAddress(at)
      const { data, size } = encode(address, { ecc: 'M', border: 4 })
      const dark = data.flatMap((row, y) =>
        row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
      )
      flushSync(() => setPrinted({ at, address, path: dark.join(''), size }))
    }
    const load = () =>
      void withRetries(() => import('uqr')).then(
        (uqr) => (encode = uqr.encode),
        () => undefined,
      )
    const timer = setTimeout(load, LOAD_AFTER_MS)
    addEventListener('beforeprint', prepare)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', prepare)
    }
  }, [])
  if (!printed) return null
  const { at, address, path, size } = printed
  return (
    <figure className={styles['printed']} data-paper-only>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.print.code({ address })}>
        <path fill="#000" d={path} shapeRendering="crispEdges" />
      </svg>
      <figcaption>
        {children}
        <p className="breakable">{address}</p>
        <p>{t.print.check}</p>
        <p>{t.print.printed({ time: formatColomboTime(at.toISOString()) })}</p>
      </figcaption>
    </figure>
  )
}
