import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { t } from '../../text/sentences.ts'
import { download } from '../download.ts'
import { useToday } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'
import { Button, buttonClass, CopyButton, useAction } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Badge, FailureNotice, Notice } from '../ui/notice.tsx'
import { formatClock, Sentence } from '../ui/time.tsx'
import styles from './audit-log.module.css'

type ChainState = ResponseOf<'GET /api/audit-logs/state'>['data']

export const auditStateQuery = () => createQuery('audit-log', 'GET /api/audit-logs/state', {})

export function AuditChain() {
  const { data, error } = useResponse(auditStateQuery())
  const state = data?.data
  if (!state) return error ? null : <div className={styles['chain']} />
  return (
    <div className={styles['chain']}>
      <Verdict state={state} />
      <Disclosure summary={t.auditChain.howTo} className="breakable" data-screen-only>
        <HowToVerify publicKey={state.public_key} />
      </Disclosure>
    </div>
  )
}

function Verdict({ state }: { state: ChainState }) {
  const { verdict, sentence, checked_to: entry, checked_at: at } = state
  if (verdict === 'OK' && at !== null)
    return (
      <p>
        <Badge tone="success">
          <Sentence
            text={t.auditChain.verifiedUpTo}
            entry={entry.toLocaleString('en')}
            time={<time dateTime={at}>{formatClock(at)}</time>}
          />
        </Badge>
      </p>
    )
  if (verdict === 'NOT CHECKED') return <p className="muted">{sentence}</p>
  return <Notice kind={verdict === 'NOT COVERED' ? 'warning' : 'error'}>{sentence}</Notice>
}

const PROGRAM = 'verify-audit-trail.mjs'

function HowToVerify({ publicKey }: { publicKey: string | null }) {
  const today = useToday()
  const files = {
    trail: `audit-trail-${today}.jsonl`,
    checkpoints: `audit-checkpoints-${today}.jsonl`,
  }
  const saving = useAction(async (what: 'trail' | 'checkpoints') => {
    if (what === 'trail')
      await download('GET /api/audit-logs/export', { query: { format: 'jsonl' } }, files.trail)
    else await download('GET /api/audit-logs/checkpoints', {}, files.checkpoints)
  })
  const command = t.auditChain.command({ ...files, key: publicKey ?? '…' })
  return (
    <div className="card">
      <p className="mb">{t.auditChain.lead}</p>
      <ol className={styles['steps']}>
        <li>
          <p>{t.auditChain.save}</p>
          <p className="buttons">
            {(['trail', 'checkpoints'] as const).map((each) => (
              <Button
                key={each}
                kind="quiet"
                disabled={saving.busy}
                onClick={() => void saving.run(each)}
              >
                <FileName title={t.auditChain[each]} name={files[each]} />
              </Button>
            ))}
            <a href={`/${PROGRAM}`} download className={buttonClass('quiet')}>
              <FileName title={t.auditChain.program} name={PROGRAM} />
            </a>
          </p>
          {saving.busy && <p role="status">{t.auditTrail.preparing}</p>}
          <FailureNotice error={saving.error} />
        </li>
        <li>
          <p>{t.auditChain.run}</p>
          <div className="well buttons code-line">
            <pre>
              <span>{command}</span>
            </pre>
            <CopyButton figure={command} kind="quiet">
              {t.auditChain.copy}
            </CopyButton>
          </div>
        </li>
        <li>
          <p>{t.auditChain.result}</p>
        </li>
        <li>
          <p>{publicKey === null ? t.auditChain.noKey : t.auditChain.compare}</p>
          {publicKey !== null && <code>{publicKey}</code>}
        </li>
      </ol>
    </div>
  )
}

const FileName = ({ title, name }: { readonly title: string; readonly name: string }) => (
  <span>
    <span aria-hidden="true">↓</span> {title}
    <span className="second-line">{name}</span>
  </span>
)
