import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commitImport, undoImport } from '../../contract/imports.ts'
import { call, type ApiError } from '../api.ts'
import { refresh } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { EarlierImports } from './import-history.tsx'
import { ImportOptions } from './import-options.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportSource } from './import-source.tsx'
import styles from './rate-import.module.css'
import { IMPORT_TIMEOUT_MS, useImportPreview } from './use-import-preview.ts'

/** A block of rates at once: shown row by row with a verdict, then imported whole or not at all, and undone with one press. */
export default function RateImport() {
  const looking = useImportPreview()
  const { text, choice, preview } = looking
  const { importing, undoing, done, undone, round, startAnew } = useImport(looking)
  const error = looking.error ?? importing.error ?? undoing.error
  return (
    <div className={styles['import']}>
      <ImportSource
        // An empty one after an import, so that nothing is imported twice by accident.
        key={round}
        closed={importing.busy}
        onText={(given) => {
          startAnew()
          void looking.look(given)
        }}
        onNothing={looking.forget}
      />
      {text !== undefined && (
        <ImportOptions
          choice={choice}
          ambiguous={preview?.rows.find(({ verdict }) => verdict === 'ambiguous')?.given}
          onChoice={(chosen) => void looking.look(text, chosen)}
        />
      )}
      {(looking.busy || importing.busy || undoing.busy) && (
        <div className={styles['progress']} role="status">
          <progress aria-label="Progress" />
          {looking.busy ? 'Looking at the rows…' : importing.busy ? 'Importing…' : 'Undoing…'}
        </div>
      )}
      {error && <ImportErrors error={error} />}
      {undone !== undefined && <Notice kind="success">{undone}</Notice>}
      {done && (
        <Notice kind="success">
          <p>{done.message}</p>
          <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run(done.id)}>
            Undo this import
          </Button>
        </Notice>
      )}
      {preview && (
        <ImportPreview
          preview={preview}
          busy={importing.busy}
          onImport={(reason) => void importing.run(reason)}
        />
      )}
      <EarlierImports busy={undoing.busy} onUndo={(id) => void undoing.run(id)} />
    </div>
  )
}

/** Imports what was looked at, and undoes an import. */
function useImport(looking: ReturnType<typeof useImportPreview>) {
  const { text, choice } = looking
  const client = useQueryClient()
  const [done, setDone] = useState<{ id: number; message: string }>()
  const [round, setRound] = useState(0)
  const [undone, setUndone] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()

  /** A new start: what was said of the last import or its undoing has been read. */
  const startAnew = () => {
    setDone(undefined)
    setUndone(undefined)
    importing.forgetError()
    undoing.forgetError()
  }
  const importing = useAction(async (reason: string) => {
    if (text === undefined) return
    const body = { text, ...choice, ...(reason !== '' && { reason }) }
    const options = { timeoutMs: IMPORT_TIMEOUT_MS, idempotencyKey: keyFor(body) }
    const { message, data } = await call(commitImport, { body }, options)
    renew()
    setDone({ id: data.id, message })
    setRound(round + 1)
    looking.forget()
    refresh(client, 'rates', 'entries')
  })
  const undoing = useAction(async (id: number) => {
    if (looking.error) looking.forget()
    importing.forgetError()
    setUndone(undefined)
    const { message } = await call(
      undoImport,
      { params: { id: String(id) } },
      { timeoutMs: IMPORT_TIMEOUT_MS },
    )
    setUndone(message)
    setDone(undefined)
    refresh(client, 'rates', 'entries')
  })
  return { importing, undoing, done, undone, round, startAnew }
}

/** What the server says of an import, and of each row that it refuses. */
function ImportErrors({ error }: { readonly error: ApiError }) {
  const errors = Object.values(error.fields).flat()
  return (
    <Notice kind="error">
      <p>{error.message}</p>
      {errors
        .filter((sentence) => sentence !== error.message)
        .map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
    </Notice>
  )
}
