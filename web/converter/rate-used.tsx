import { useEffect, useState, type ReactNode } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { t } from '../../text/sentences.ts'
import { PublishedRate } from '../rates/published-rate.tsx'
import { rateSentence } from '../rates/rate-sentence.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Button, type ButtonKind } from '../ui/button.tsx'
import styles from './converter.module.css'

interface RateUsedProps {
  /** Undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
  /** The day that was asked for; undefined: today. */
  readonly day: CalendarDate | undefined
}

/** What one unit is worth, on which day, and who says so. */
export function RateUsed({ rate, day }: RateUsedProps) {
  // As high without its text: a button below must not go from under a press.
  if (!rate) return <p className={styles['rate']}>&nbsp;</p>
  return (
    <p className={styles['rate']}>
      {rateSentence(rate)}, {t.sourceNames[rate.source]} <FreshnessBadge rate={rate} day={day} />
      <PublishedRate published={rate.published} />
    </p>
  )
}

interface CopyButtonProps {
  /** Undefined while it is on its way. */
  readonly figure: string | undefined
  readonly kind?: ButtonKind
  readonly children: ReactNode
}

/** Copies a text; a press while it is on its way counts once it is there. */
export function CopyButton({ figure, kind = 'link', children }: CopyButtonProps) {
  const [told, setTold] = useState({ of: figure, text: '' })
  const [copying, setCopying] = useState(false)
  useEffect(() => {
    if (!copying || figure === undefined) return
    setCopying(false)
    const say = (text: string) => setTold({ of: figure, text })
    const refused = () => say(t.converter.clipboardClosed)
    // Undefined where the page is no secure context.
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (clipboard) clipboard.writeText(figure).then(() => say(t.converter.copied), refused)
    else refused()
  })
  return (
    <>
      <Button kind={kind} onClick={() => setCopying(true)}>
        {children}
      </Button>
      <span role="status" className="fine-print">
        {told.of === figure && told.text}
      </span>
    </>
  )
}
