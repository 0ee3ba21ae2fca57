import { use, useState } from 'react'
import { commitImport, previewImport, undoImport } from '../../contract/rate-import.ts'
import type { Answer } from '../../contract/endpoint.ts'
import { call } from '../api.ts'
import { Cache } from '../query.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAct } from '../ui/use-act.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import { EarlierImports } from './import-history.tsx'
import { ImportOptions, type ImportChoice } from './import-options.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportSource } from './import-source.tsx'
import styles from './rate-import.module.css'

/** Ten thousand rows take longer than a screen's call. */
const TIMEOUT_MS = 60_000

/** A block of rates at once: shown row by row with a verdict, then imported whole or not at all, and undone with one press. */
export default function RateImport() {
  const cache = use(Cache)
  const [text, setText] = useState<string>()
  const [choice, setChoice] = useState<ImportChoice>({})
  const [preview, setPreview] = useState<Answer<typeof previewImport>['data']>()
  const [done, setDone] = useState<{ id: number; message: string }>()
  const [round, setRound] = useState(0)
  const [undone, setUndone] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()

  const looking = useAct(async (given: string, chosen: ImportChoice) => {
    setText(given)
    setChoice(chosen)
    setDone(undefined)
    setUndone(undefined)
    setPreview(undefined)
    importing.forgetFault()
    undoing.forgetFault()
    const body = { text: given, ...chosen }
    setPreview((await call(previewImport, { body }, { timeoutMs: TIMEOUT_MS })).data)
  })
  const importing = useAct(async (reason: string) => {
    if (text === undefined) return
    const body = { text, ...choice, ...(reason !== '' && { reason }) }
    const options = { timeoutMs: TIMEOUT_MS, idempotencyKey: keyFor(body) }
    const { message, data } = await call(commitImport, { body }, options)
    renew()
    setDone({ id: data.id, message })
    setRound(round + 1)
    setPreview(undefined)
    setText(undefined)
    cache.invalidate('/api/exchange-rate/')
  })
  const undoing = useAct(async (id: number) => {
    looking.forgetFault()
    importing.forgetFault()
    setUndone(undefined)
    const { message } = await call(undoImport, { params: { id: String(id) } }, { timeoutMs: TIMEOUT_MS })
    setUndone(message)
    setDone(undefined)
    cache.invalidate('/api/exchange-rate/')
  })
  const fault = looking.fault ?? importing.fault ?? undoing.fault
  const faults = fault && Object.values(fault.fields).flat()
  return (
    <div className={styles['import']}>
      <ImportSource
        // An empty one after an import, so that nothing is imported twice by accident.
        key={round}
        busy={looking.busy}
        onText={(given) => void looking.run(given, choice)}
        onNothing={() => {
          looking.forgetFault()
          setPreview(undefined)
          setText(undefined)
        }}
      />
      {text !== undefined && (
        <ImportOptions
          choice={choice}
          ambiguous={preview?.rows.find(({ verdict }) => verdict === 'ambiguous')?.given}
          onChoice={(chosen) => void looking.run(text, chosen)}
        />
      )}
      {(looking.busy || importing.busy || undoing.busy) && (
        <div className={styles['progress']} role="status">
          <progress aria-label="Progress" />
          {looking.busy ? 'Looking at the rows…' : importing.busy ? 'Importing…' : 'Undoing…'}
        </div>
      )}
      {fault && (
        <Notice kind="error">
          <p>{fault.message}</p>
          {faults
            ?.filter((sentence) => sentence !== fault.message)
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
            Undo this import
          </Button>
        </Notice>
      )}
      {preview && !looking.busy && (
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
