import { useEffect, useRef } from 'react'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { checkReason, ReasonField } from '../ui/form/reason-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import layout from '../ui/form/form.module.css'
import { MeantButton } from './meant-button.tsx'
import type { PendingWarning } from './use-rate-warnings.ts'

/** Shows what looks wrong about a rate and why; to go on, someone says why it is right. */
export function WarningDialog({ warning: pending }: { warning: PendingWarning }) {
  const { entry, warnings, response } = pending
  /** The most telling of them. */
  const [warning] = warnings
  const { form, errors } = useForm({
    check: (fields) => checkReason(fields, t.warning.whyMissing),
    send: (reason) => response({ reason }),
  })
  const correct = useRef<HTMLButtonElement>(null)
  // After the dialog's own start, which would choose the text field and open a phone's keyboard.
  useEffect(() => correct.current?.focus(), [])
  const currency = entry.base_currency ?? entry.currency ?? ''
  return (
    <Dialog title={t.warning.title} onClose={() => response(undefined)}>
      <p>
        {isCurrency(currency) &&
          t.warning.subject({
            series: seriesName(seriesOf(currency, entry.kind, entry.publisher)),
            day: calendarDateOf(entry.date),
          })}{' '}
        <strong>{formatRate(rateOf(entry.rate))} LKR</strong>
      </p>
      <Notice kind="warning" quiet>
        <p>{warning?.sentence}</p>
        <MeantButton meant={warning?.meant} onUse={(rate) => response({ rate })} />
      </Notice>
      <form {...form} className="fields">
        <ReasonField label={t.warning.why} errors={errors['reason']} />
        <div className={layout['actions']}>
          <Button type="submit" kind="quiet">
            {t.warning.save}
          </Button>
          <Button ref={correct} onClick={() => response(undefined)}>
            {t.warning.correct}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
