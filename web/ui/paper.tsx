import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../text/sentences.ts'
import { localAddress } from '../language.ts'
import { Address } from '../link.tsx'
import { usePage } from '../page-context.ts'
import { Mark } from './card.tsx'
import { formatColomboTime } from './time.tsx'
import styles from './paper.module.css'

/** The head of a printed page, in place of the site's bar. */
export function Letterhead() {
  const { origin, providerName } = usePage()
  return (
    <p className={styles['letterhead']} data-paper-only>
      <Mark />
      <strong>{providerName}</strong>
      <span>{origin.replace(/^https?:\/\//, '')}</span>
    </p>
  )
}

/** Returns the instant at which the page was printed. Undefined until then, and for another page. */
export function usePrintedAt(page: string): Date | undefined {
  const [printed, setPrinted] = useState<{ readonly page: string; readonly at: Date }>()
  const begin = useEffectEvent(() => flushSync(() => setPrinted({ page, at: new Date() })))
  useEffect(() => {
    const prepare = () => begin()
    addEventListener('beforeprint', prepare)
    return () => removeEventListener('beforeprint', prepare)
  }, [])
  return printed?.page === page ? printed.at : undefined
}

interface PrintedNoteProps {
  readonly at: Date
  readonly address: string
  readonly note?: string | undefined
}

/** At the foot of the paper. */
export function PrintedNote({ at, address, note }: PrintedNoteProps) {
  return (
    <footer className={styles['printed']} data-paper-only>
      <p>
        <Address address={address} />
      </p>
      {note && <p>{note}</p>}
      <p>{t.paper.printed({ time: formatColomboTime(at.toISOString()) })}</p>
    </footer>
  )
}

/** `path` leads to what is printed. */
export function PrintedFoot({ path }: { readonly path: string }) {
  const address = usePage().origin + localAddress(path)
  const at = usePrintedAt(address)
  return at && <PrintedNote at={at} address={address} />
}
