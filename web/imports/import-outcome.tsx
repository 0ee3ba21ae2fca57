import { IMPORT } from '../text/en/work/imports.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './rate-import.module.css'
import type { ImportState } from './use-import.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { listImports } from '../../contract/imports.ts'
import { useResponse, type ResponseQuery } from '../queries.ts'
import { ColomboTime, formatColomboTime } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ListError } from '../ui/list/list-faces.tsx'

/** What an import is doing, and what came of it. */
export function ImportOutcome({ state }: { readonly state: ImportState }) {
  const { looking, importing, undoing, done, undone } = state
  const error = looking.error ?? importing.error ?? undoing.error
  const errors = error && Object.values(error.fields).flat()
  return (
    <>
      {(looking.busy || importing.busy || undoing.busy) && (
        <Progress>
          {looking.busy
            ? IMPORT.looking(countLines(looking.text))
            : importing.busy
              ? IMPORT.importing
              : IMPORT.undoing}
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

/** Says what is under way. */
export function Progress({ children }: { readonly children: string }) {
  return (
    <div className={styles['progress']} role="status">
      <progress aria-label={IMPORT.progress} />
      {children}
    </div>
  )
}

function countLines(text = ''): number {
  return text.split('\n').length
}

type Batch = ResponseBody<typeof listImports>['data'][number]

interface EarlierImportsProps<B extends Batch> {
  readonly query: ResponseQuery<{ readonly data: readonly B[] }>
  /** `3 rates`, by their number. */
  readonly nameRows: (rows: number, batch: B) => string
  readonly state: ImportState
}

/** What was imported before, by anyone; each can still be taken back. */
export function EarlierImports<B extends Batch>({
  query: imported,
  nameRows,
  state,
}: EarlierImportsProps<B>) {
  const { undoing } = state
  const query = useResponse(imported)
  const { data, error } = query
  const imports = data?.data ?? []
  // Of an empty list there is nothing that could be out of date.
  if (data ? imports.length === 0 : !error) return null
  return (
    <Disclosure summary={IMPORT.earlier} className={styles['earlier']} open={data === undefined}>
      <ListError query={query} />
      <ul>
        {imports.map((batch) => (
          <li key={batch.id} className="apart">
            <span>
              {IMPORT.by(nameRows(batch.rows, batch), batch.created_by)}
              <ColomboTime instant={batch.created_at} />
            </span>
            {batch.undone_at === null ? (
              <Button kind="quiet" disabled={undoing.busy} onClick={() => void undoing.run(batch.id)}>
                {IMPORT.undoEarlier}
                <span className="visually-hidden">
                  {IMPORT.undoEarlierOf(formatColomboTime(batch.created_at))}
                </span>
              </Button>
            ) : (
              <span className="fine-print">
                {IMPORT.undoneBy(batch.undone_by)}
                <ColomboTime instant={batch.undone_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
