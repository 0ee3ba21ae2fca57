import { entryText } from '../text/en/work/entries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { changeSentence } from './change-rates.ts'
import type { SavedRates } from './use-saved-rates.ts'

/** Says what was saved, from which rate to which, with the one press that takes all of it back. */
export function SavedNotice({ saved: { message, changes, undoing } }: { saved: SavedRates }) {
  return (
    <>
      {undoing.error && <Notice kind="error">{undoing.error.message}</Notice>}
      {message !== undefined && (
        <Notice kind="success">
          <p>{message}</p>
          {changes.map(changeSentence).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {changes.length > 0 && (
            <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run()}>
              {entryText.undo}
              <span className="visually-hidden">: {changes.map(changeSentence).join(', ')}</span>
            </Button>
          )}
        </Notice>
      )}
    </>
  )
}
