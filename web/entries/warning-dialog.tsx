import { useEffect, useRef } from 'react'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/en/names.ts'
import { warningText } from '../text/en/work/entries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ReasonField, useReason } from '../ui/form/reason-field.tsx'
import layout from '../ui/form/form.module.css'
import type { PendingWarning } from './use-rate-warnings.ts'

/** Shows what looks wrong about a rate and why; to go on, someone says why it is right. */
export function WarningDialog({ warning }: { warning: PendingWarning }) {
  const { entry, warnings, response } = warning
  const { take, ...reason } = useReason(warningText.whyMissing)
  const correct = useRef<HTMLButtonElement>(null)
  // After the dialog's own start, which would choose the text field and open a phone's keyboard.
  useEffect(() => correct.current?.focus(), [])
  const currency = entry.base_currency ?? entry.currency ?? ''
  return (
    <Dialog title={warningText.title} onClose={() => response(undefined)}>
      <p>
        {isCurrency(currency) &&
          warningText.subject(seriesName(seriesOf(currency, entry.kind)), calendarDateOf(entry.date))}{' '}
        <strong>{formatRate(rateOf(entry.rate))} LKR</strong>
      </p>
      <Notice kind="warning" quiet>
        <ul>
          {warnings.map(({ kind, sentence }) => (
            <li key={kind}>{sentence}</li>
          ))}
        </ul>
      </Notice>
      <form
        noValidate
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          const text = take()
          if (text) response(text)
        }}
      >
        <ReasonField label={warningText.why} {...reason} />
        <div className={layout['actions']}>
          <Button ref={correct} onClick={() => response(undefined)}>
            {warningText.correct}
          </Button>
          <Button type="submit" kind="quiet">
            {warningText.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
