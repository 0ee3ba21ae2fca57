import type { ManualRate } from '../../contract/entries.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { t } from '../../text/sentences.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Dialog, focusNow } from '../ui/dialog.tsx'
import { Field } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { entryRate } from './rate-changes.ts'
import type { RateDoubt } from './rate-doubts.ts'

interface UseMeantProps {
  readonly meant: number | undefined
  readonly onUse: (meant: number, text: string) => void
}

function UseMeant({ meant, onUse }: UseMeantProps) {
  if (meant === undefined) return null
  const text = formatRate(fromWire(meant))
  return (
    <Button kind="quiet" onClick={() => onUse(meant, text)}>
      {t.warning.use({ rate: text })}
    </Button>
  )
}

interface RateQuestionProps {
  /** The doubtful rates, each by its name, such as `USD of 29 Sep 2026: 33.0905`. */
  readonly doubts: readonly { readonly name: string; readonly doubt: RateDoubt }[]
  readonly onUse: (at: number, meant: number, text: string) => Promise<void>
  readonly onSave: (reason: string) => Promise<void>
  readonly onClose: () => void
}

export function RateQuestion({ doubts, onUse, onSave, onClose }: RateQuestionProps) {
  const using = useAction(onUse)
  return (
    <Dialog title={t.warning.title({ count: doubts.length })} onClose={onClose}>
      {doubts.map(({ name, doubt }, at) => (
        <Notice key={name} kind="warning" quiet>
          <strong>{name}</strong>
          <p>{doubt.sentence}</p>
          <UseMeant meant={doubt.meant} onUse={(meant, text) => void using.run(at, meant, text)} />
        </Notice>
      ))}
      <FailureNotice error={using.error} />
      <Form className="fields" onSend={({ reason = '' }) => onSave(reason.trim())}>
        <Field label={t.warning.reason} name="reason" hint={t.warning.reasonHint}>
          {(control) => <textarea {...control} rows={2} maxLength={500} />}
        </Field>
        <FormError />
        <div className="actions">
          <SubmitButton kind="quiet" busyText={t.entry.saving}>
            {t.warning.save}
          </SubmitButton>
          <Button ref={focusNow} onClick={onClose}>
            {t.warning.correct}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface RateConflictProps {
  /** The entry as another user left it; null if it was deleted. */
  readonly now: ManualRate | null
  readonly onKeepTheirs: () => void
  readonly onKeepMine: () => void
}

export function RateConflict({ now, onKeepTheirs, onKeepMine }: RateConflictProps) {
  return (
    <div role="alert" data-conflict="">
      <Notice kind="warning" quiet>
        <p>
          {now
            ? t.conflict.changed({ user: now.updated_by, rate: entryRate(now) })
            : t.conflict.deleted}
        </p>
        <div className="buttons">
          <Button kind="quiet" onClick={onKeepTheirs}>
            {now ? t.conflict.keepTheirs({ rate: entryRate(now) }) : t.conflict.keepDeleted}
          </Button>
          <Button kind="quiet" onClick={onKeepMine}>
            {t.conflict.useTyped}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** Focuses the first open conflict of a form. Returns false if there is none. */
export function focusConflict(form: HTMLElement): boolean {
  const first = form.querySelector<HTMLElement>('[data-conflict] button')
  first?.focus()
  return first !== null
}
