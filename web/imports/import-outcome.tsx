import { IMPORT } from '../text/en/work/imports.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './rate-import.module.css'
import type { ImportState } from './use-import.ts'

/** What an import is doing, and what came of it. */
export function ImportOutcome({ state }: { readonly state: ImportState }) {
  const { looking, importing, undoing, done, undone } = state
  const error = looking.error ?? importing.error ?? undoing.error
  const errors = error && Object.values(error.fields).flat()
  return (
    <>
      {(looking.busy || importing.busy || undoing.busy) && (
        <div className={styles['progress']} role="status">
          <progress aria-label={IMPORT.progress} />
          {looking.busy
            ? IMPORT.looking(countLines(looking.text))
            : importing.busy
              ? IMPORT.importing
              : IMPORT.undoing}
        </div>
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
        <Notice kind="success">
          <p>{done.message}</p>
          <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run(done.id)}>
            {IMPORT.undo}
          </Button>
        </Notice>
      )}
    </>
  )
}

function countLines(text = ''): number {
  return text.split('\n').length
}
