import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './import.module.css'
import type { ImportState } from './use-import.ts'

/** What an import is doing, and what came of it. */
export function ImportOutcome({ state }: { readonly state: ImportState }) {
  const { looking, importing, undoing, done, undone } = state
  const error = looking.error ?? importing.error ?? undoing.error
  const errors = error && Object.values(error.fields).flat()
  const count = countLines(looking.text)
  return (
    <>
      {(looking.busy || importing.busy || undoing.busy) && (
        <Progress>
          {looking.busy
            ? t.import.looking({ count, many: count > 1000 })
            : importing.busy
              ? t.import.importing
              : t.import.undoing}
        </Progress>
      )}
      {error && (
        <Notice kind="error">
          <p>{error.message}</p>
          {errors
            ?.filter((sentence) => sentence !== error.message)
            .map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
        </Notice>
      )}
      {undone !== undefined && <Notice kind="success">{undone}</Notice>}
      {done && (
        <div key={done.id} ref={showAndFocus} tabIndex={-1}>
          <Notice kind="success">
            <p>{done.message}</p>
            <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run(done.id)}>
              {t.import.undo}
            </Button>
          </Notice>
        </div>
      )}
    </>
  )
}

/** Brings what came of an import into view, with the focus, so that the way back is at hand. */
function showAndFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

/** Says what is under way. */
export function Progress({ children }: { readonly children: string }) {
  return (
    <div className={styles['progress']} role="status">
      <progress aria-label={t.import.progress} />
      {children}
    </div>
  )
}

function countLines(text = ''): number {
  return text.split('\n').length
}
