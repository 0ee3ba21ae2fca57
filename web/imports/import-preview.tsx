import { useId, type ReactNode } from 'react'
import { ROW_STATUSES } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import type { Checked } from '../ui/form/check-form.ts'
import { checkReason, ReasonField } from '../ui/form/reason-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { bringIntoView } from './import-outcome.tsx'
import { isBlocked, PreviewRows, useTicks } from './preview-rows.tsx'
import { replacedDays, replacesPublished, wordsOf } from './row-words.ts'
import type { ImportPreviewData, ImportRow, ImportState } from './use-import.ts'

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
  const id = useId()
  const ticks = useTicks(rows)
  const { changing, ticked } = ticks
  const blocked = importable ? 0 : rows.filter(isBlocked).length
  const isNothingTicked = blocked === 0 && changing.length > 0 && ticked.length === 0
  const needsReason = importable && ticked.some(({ verdict }) => verdict === 'suspicious')
  const { form, errors } = useForm({
    check: (fields, element) =>
      blocked > 0
        ? leadToAnswer(element.closest('section'))
        : needsReason
          ? checkReason(fields, words.whyMissing)
          : { input: '' },
    send: (reason) => importing.run(reason, ticks.accepted),
  })
  return (
    <section
      ref={bringIntoView}
      tabIndex={-1}
      aria-labelledby={id}
      aria-busy={looking.busy}
      className="fields"
    >
      <form {...form} className="fields">
        <div className="apart">
          <div role="status">
            <h3 id={id} className="title">
              {headlineOf(rows, blocked, ticked.length)}
            </h3>
            <p className="fine-print">{aboutRows(preview)}</p>
          </div>
          {(blocked > 0 || importable || ticked.length > 0) && (
            <Button
              type="submit"
              aria-disabled={blocked > 0 || undefined}
              aria-describedby={blocked > 0 ? id : undefined}
              busy={importing.busy}
              busyText={t.import.committing}
              disabled={looking.busy || isNothingTicked}
            >
              {words.button({ count: ticked.length })}
            </Button>
          )}
        </div>
        {blocked > rows.filter(isUnclear).length && <p>{t.import.howToCorrect}</p>}
        {isNothingTicked && <p>{t.import.howToTick}</p>}
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

const isUnclear = ({ verdict }: ImportRow) => verdict === 'ambiguous'

/** What the rows wait for or, where they wait for nothing, how many are chosen. */
function headlineOf(rows: readonly ImportRow[], blocked: number, chosen: number): string {
  const unclear = rows.filter(isUnclear).length
  return unclear > 0
    ? t.import.answerFirst({ count: unclear })
    : blocked > 0
      ? t.import.correctFirst({ count: blocked })
      : t.import.chosen({ chosen, count: rows.length })
}

/** Puts the focus on what must be answered before anything is imported. */
function leadToAnswer(section: HTMLElement | null): Checked<string> {
  const find = (selector: string) => section?.querySelector<HTMLElement>(`${selector} input`)
  ;(find('.tone-warning') ?? find('.tick') ?? section)?.focus()
  return { errors: {} }
}

/** What is in the rows, what they replace, and what they leave out. */
function aboutRows({ rows, missing = [] }: ImportPreviewData): string {
  const left = missing.length > 0 ? ` ${t.customs.missing({ currencies: missing.join(', ') })}` : ''
  return `${countsSentence(rows)} ${replacedDays(rows)}${left}`
}

/** How many rows have each result; one of all rows stands in each of them. */
function countsSentence(rows: readonly ImportRow[]): string {
  const others = rows.filter((row) => !replacesPublished(row))
  const parts = ROW_STATUSES.flatMap((verdict) => {
    const count = others.filter((row) => row.verdict === verdict).length
    return count === 0 || count === rows.length
      ? []
      : [t.import.count({ count, verdict: t.import.verdicts[verdict].toLowerCase() })]
  })
  return parts.length > 0 ? `${parts.join(' · ')}.` : ''
}
