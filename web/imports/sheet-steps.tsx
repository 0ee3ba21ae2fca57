import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import type { Purpose } from '../../domain/imports/mapping.ts'
import { t } from '../../text/sentences.ts'
import { failureSentence, toApiError, type ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress, SourceStep, type SourceTexts } from './source-step.tsx'
import type { OpenSheet, SheetSteps } from './use-sheet.ts'

type Ask<Answer> = (lines: readonly Line[], signal: AbortSignal) => Promise<Answer>

interface StepsProps<Answer> {
  readonly sheet: SheetSteps
  readonly purpose: Purpose
  readonly texts: SourceTexts
  readonly fields?: ReactNode
  /** Folded with the source into one line once there are lines: the answer comes first. */
  readonly options?: ReactNode
  /** Says in that line what the options are. */
  readonly chosen?: readonly string[]
  /** Asked again when `about` changes. */
  readonly ask: Ask<Answer>
  readonly about?: object
  /** Stands for the answer while an option cannot be used. */
  readonly instead?: ReactNode
  readonly children: (answer: Answer, lines: readonly Line[], open: OpenSheet) => ReactNode
}

export function Steps<Answer>(props: StepsProps<Answer>) {
  const { sheet, purpose, texts, fields, options, chosen, ask, about, instead, children } = props
  const { open, lines } = sheet.state
  const { answer, error, retry } = useAnswer(ask, lines, about)
  const source = (
    <>
      {options}
      <SourceStep sheet={sheet} texts={texts} />
    </>
  )
  return (
    <>
      {open && lines && chosen ? (
        <Disclosure
          summary={
            <span>
              <span className="muted">
                {[...chosen, open.source.name || t.import.pasted].join(', ')}
              </span>
              {` · ${t.rateCheck.change}`}
            </span>
          }
        >
          <div className="fields">{source}</div>
        </Disclosure>
      ) : (
        source
      )}
      {open && !lines && (
        <open.reading.ColumnStep
          purpose={purpose}
          file={open.file}
          mapping={open.mapping}
          onMapping={sheet.map}
          onContinue={() => sheet.show()}
        >
          {fields}
        </open.reading.ColumnStep>
      )}
      {lines && instead}
      {lines && !instead && !answer && !error && (
        <Progress>{t.preview.checking({ count: lines.length })}</Progress>
      )}
      {!instead && error && (
        <RowsError error={error}>
          <Button kind="quiet" onClick={retry}>
            {t.ui.retry}
          </Button>
          <Button kind="link" onClick={sheet.changeColumns}>
            {t.preview.changeColumns}
          </Button>
        </RowsError>
      )}
      {open && lines && !instead && answer && children(answer, lines, open)}
    </>
  )
}

interface Outcome<Answer> {
  readonly answer?: Answer
  readonly error?: ApiError
}

function useAnswer<Answer>(
  ask: Ask<Answer>,
  lines: readonly Line[] | undefined,
  about: object | undefined,
) {
  const [found, setFound] = useState<Outcome<Answer> & { readonly of: readonly unknown[] }>()
  const [tries, setTries] = useState(0)
  const of = [lines, about, tries]
  const send = useEffectEvent((signal: AbortSignal) => lines && ask(lines, signal))
  useEffect(() => {
    const abort = new AbortController()
    const show = (outcome: Outcome<Answer>) => {
      if (!abort.signal.aborted) setFound({ ...outcome, of: [lines, about, tries] })
    }
    void send(abort.signal)?.then(
      (answer) => show({ answer }),
      (thrown: unknown) => show({ error: toApiError(thrown) }),
    )
    return () => abort.abort()
  }, [lines, about, tries])
  const outcome: Outcome<Answer> = found?.of.every((each, at) => each === of[at]) ? found : {}
  return { ...outcome, retry: () => setTries(tries + 1) }
}

interface RowsErrorProps {
  readonly error: ApiError
  readonly children?: ReactNode
}

export function RowsError({ error, children }: RowsErrorProps) {
  const sentences = Object.values(error.fields).flat()
  const others = sentences.filter((sentence) => sentence !== error.message)
  return (
    <Notice kind="error" isOutcome>
      <p>{failureSentence(error)}</p>
      {others.slice(0, 5).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {children && <div className="buttons">{children}</div>}
    </Notice>
  )
}
