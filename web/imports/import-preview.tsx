import { useEffect, useId, useRef, type ReactNode } from 'react'
import { ROW_STATUSES } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { checkReason, ReasonField } from '../ui/form/reason-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './import.module.css'
import { isBlocked, PreviewRows, useTicks } from './preview-rows.tsx'
import { replacedDays, wordsOf } from './row-words.ts'
import type { ImportPreviewData, ImportState } from './use-import.ts'

interface ImportPreviewProps {
  readonly state: ImportState
  /** What else may be said about the rows before they are imported. */
  readonly children?: ReactNode
}

/** How many rows are chosen, the one press that imports them, and each of them with its verdict. */
export function ImportPreview(props: ImportPreviewProps) {
  const { text, preview } = props.state.looking
  if (!preview || preview.rows.length === 0) return null
  return <ShownPreview key={text} {...props} preview={preview} />
}

function ShownPreview({
  state,
  preview,
  children,
}: ImportPreviewProps & { readonly preview: ImportPreviewData }) {
  const { looking, importing } = state
  const { rows, importable } = preview
  const words = wordsOf(looking.choice.subject ?? 'rates')
  const section = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => bringIntoView(section.current), [])
  const ticks = useTicks(rows)
  const { changing, ticked } = ticks
  const blocked = importable ? 0 : rows.filter(isBlocked).length
  const unclear = rows.filter(({ verdict }) => verdict === 'ambiguous').length
  const needsReason = importable && ticked.some(({ verdict }) => verdict === 'suspicious')
  const { form, errors } = useForm({
    check: (fields) => (needsReason ? checkReason(fields, words.whyMissing) : { input: '' }),
    send: (reason) => importing.run(reason, ticks.accepted),
  })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      aria-busy={looking.busy}
      className={classNames('fields', styles['preview'])}
    >
      <form {...form} className="fields">
        <div className="apart">
          <div role="status">
            <h3 id={id} className="title">
              {unclear > 0
                ? t.import.answerFirst({ count: unclear })
                : blocked > 0
                  ? t.import.correctFirst({ count: blocked })
                  : t.import.chosen({ chosen: ticked.length, count: rows.length })}
            </h3>
            <p className="fine-print">{aboutRows(preview)}</p>
          </div>
          {blocked === 0 && (importable || ticked.length > 0) && (
            <Button
              type="submit"
              busy={importing.busy}
              busyText={t.import.committing}
              disabled={looking.busy || (changing.length > 0 && !ticked.length)}
            >
              {words.button({ count: ticked.length })}
            </Button>
          )}
        </div>
        {blocked > unclear && <p>{t.import.howToCorrect}</p>}
        {needsReason && <ReasonField label={words.why} errors={errors['reason']} />}
      </form>
      {rows.every(({ verdict }) => ['same', 'left out'].includes(verdict)) && (
        <Notice kind="warning">{words.nothing}</Notice>
      )}
      {children}
      <PreviewRows rows={rows} ticks={ticks} caption={words.caption} column={words.column} />
    </section>
  )
}

/** Shows count and button to whoever sees only what is above them. */
function bringIntoView(section: HTMLElement | null): void {
  if (!section) return
  const active = document.activeElement
  if (!active?.matches('textarea, input, select') || active.closest('details:not([open])'))
    section.focus({ preventScroll: true })
  if (section.getBoundingClientRect().top > window.innerHeight / 2)
    section.scrollIntoView({ block: 'start' })
}

/** What is in the rows, what they replace, and what they leave out. */
function aboutRows({ rows, counts, missing = [] }: ImportPreviewData): string {
  const left = missing.length > 0 ? ` ${t.customs.missing({ currencies: missing.join(', ') })}` : ''
  return `${countsSentence(counts)} ${replacedDays(rows)}${left}`
}

function countsSentence(counts: ImportPreviewData['counts']): string {
  const parts = ROW_STATUSES.flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count > 0
      ? [t.import.count({ count, verdict: t.import.verdicts[verdict].toLowerCase() })]
      : []
  })
  // One result of all rows stands in each of them.
  return parts.length > 1 ? `${parts.join(' · ')}.` : ''
}
