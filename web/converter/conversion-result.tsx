import { useEffect, useState, type MouseEvent } from 'react'
import { inverseText } from '../../domain/conversion/conversion.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { localAddress } from '../language/page-language.ts'
import { formatDay } from '../../text/en/days.ts'
import { RATE_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { converterText } from '../text/en/converter.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { sidesOf, type Converted } from './conversion-sentence.ts'
import styles from './converter.module.css'

interface ConversionResultProps {
  readonly converted: Converted | undefined
  /** Undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
  /** The address that opens just this. */
  readonly address: string
  readonly onSwap: () => void
}

/** What the amount is worth, the rate that says so, and ways to take it elsewhere. */
export function ConversionResult({ converted, rate, address, onSwap }: ConversionResultProps) {
  const sides = converted && rate?.currency === converted.currency ? sidesOf(converted, rate) : undefined
  return (
    <>
      <output className={styles['result']}>
        {/* As high without its text: a button below must not go from under a press. */}
        <span className="muted">{sides ? `${sides.given} =` : '\u00a0'}</span>{' '}
        <strong className={styles['figure']}>{sides?.result ?? '–'}</strong>
      </output>
      <RateUsed rate={rate} />
      <div className={styles['ways']}>
        <Button kind="quiet" onClick={onSwap}>
          <span aria-hidden="true">⇄</span> {converterText.swap}
        </Button>
        {converted && <Ways sides={sides} address={address} />}
      </div>
    </>
  )
}

/** What one unit is worth each way, and whose rate it is. */
function RateUsed({ rate }: Pick<ConversionResultProps, 'rate'>) {
  if (!rate) return <p className={styles['rates']}>&nbsp;</p>
  const units = fromWire(rate.rate)
  return (
    <p className={styles['rates']}>
      {converterText.rate(rate.currency, formatRate(units))}
      <br />
      {converterText.inverse(inverseText(units), rate.currency)}
      <br />
      {converterText.by(
        RATE_NAMES[rate.kind ?? DEFAULT_KIND],
        formatDay(rate.date),
        SOURCE_NAMES[rate.source],
      )}{' '}
      <FreshnessBadge rate={rate} />
    </p>
  )
}

interface WaysProps extends Pick<ConversionResultProps, 'address'> {
  readonly sides: ReturnType<typeof sidesOf> | undefined
}

/**
 * Copying and sharing what was understood. A press on "Copy" while the rate is on its way counts once it is there. Without scripts
 * the link is what is shared.
 */
function Ways({ sides, address }: WaysProps) {
  const [told, setTold] = useState({ of: address, text: '' })
  const said = told.of === address ? told.text : ''
  const say = (text: string) => setTold({ of: address, text })
  const copy = (text: string, done: string) => {
    const refused = () => say(converterText.clipboardClosed)
    const clipboard = clipboardOf()
    if (clipboard) clipboard.writeText(text).then(() => say(done), refused)
    else refused()
  }
  const [copying, setCopying] = useState(false)
  useEffect(() => {
    if (!copying || !sides) return
    setCopying(false)
    copy(sides.figure, converterText.copied)
  })
  const share = (event: MouseEvent) => {
    const url = new URL(localAddress(address), location.href).href
    if ('share' in navigator) {
      const text = sides && `${sides.given} = ${sides.result}`
      navigator.share({ ...(text && { text }), url }).catch(() => undefined)
    } else if (clipboardOf()) copy(url, converterText.linkCopied)
    // Else it is a link like others, and its address is there to be copied.
    else return
    event.preventDefault()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setCopying(true)}>
        {converterText.copy}
        <span className="visually-hidden">{converterText.copyResult}</span>
      </Button>
      <a href={localAddress(address)} className={buttonClass('quiet')} onClick={share}>
        {converterText.share}
      </a>
      <span role="status" className="fine-print">
        {said}
      </span>
    </>
  )
}

/** Undefined where the page is no secure context. */
function clipboardOf(): Clipboard | undefined {
  return navigator.clipboard
}
