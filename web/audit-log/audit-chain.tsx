import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { BASE } from '../api.ts'
import { download } from '../connection/download.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { ColomboMinute } from '../ui/colombo-time.tsx'
import cardStyles from '../ui/card.module.css'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { useAction } from '../ui/use-action.ts'
import { auditStateQuery } from './audit-queries.ts'
import styles from './audit-log.module.css'

type ChainState = ResponseOf<'GET /api/audit-logs/state'>['data']

const TONES = { OK: 'success', 'NOT COVERED': 'warning', 'NOT CHECKED': 'warning' } as const

/**
 * Whether the trail's chain holds, as far as the server has looked, and how anyone can look for
 * themselves.
 */
export function AuditChain({ newest }: { readonly newest: number | undefined }) {
  const { data, error } = useResponse(auditStateQuery())
  const state = data?.data
  if (!state) return error ? null : <div className={styles['chain']} />
  const { verdict, sentence, checked_to, checked_at: at } = state
  const isIntact = verdict === 'OK' && at !== null
  const newer = Math.max(0, (newest ?? checked_to) - checked_to)
  const tone = verdict in TONES ? TONES[verdict as keyof typeof TONES] : 'error'
  const isProblem = tone === 'error' || verdict === 'NOT COVERED'
  return (
    <div className={styles['chain']}>
      {isProblem ? (
        <Notice kind={tone}>
          <strong>{t.auditChain.states[verdict]}.</strong> {sentence}
        </Notice>
      ) : (
        <p className="muted">
          <Badge tone={tone}>
            {isIntact
              ? t.auditChain.verifiedTo({ entry: checked_to })
              : t.auditChain.states[verdict]}
          </Badge>{' '}
          {isIntact ? (
            <Sentence text={t.auditChain.checked} time={<ColomboMinute instant={at} />} />
          ) : (
            sentence
          )}{' '}
          {isIntact && newer > 0 && t.auditChain.newer({ count: newer })}
        </p>
      )}
      <Disclosure summary={t.auditChain.howTo} className="breakable" data-screen-only>
        <HowToCheck state={state} />
      </Disclosure>
    </div>
  )
}

const PROGRAM = 'verify-audit-trail.mjs'

/** The key, the files and the command for a check without this server. */
function HowToCheck({ state: { key } }: { state: ChainState }) {
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
  const command = t.auditChain.command({ ...files, key: key?.public_key ?? '…' })
  return (
    <div className={cardStyles['card']}>
      <p className="above">{t.auditChain.lead}</p>
      <ol className={classNames('fields steps', styles['steps'])}>
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
            <a href={`${BASE}/${PROGRAM}`} download className={buttonClass('quiet')}>
              <FileName title={t.auditChain.program} name={PROGRAM} />
            </a>
          </p>
          {saving.busy && <p role="status">{t.auditTrail.preparing}</p>}
          {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
        </li>
        <li>
          <p>{t.auditChain.run}</p>
          <div className={styles['command']}>
            <pre tabIndex={0}>{command}</pre>
            <CopyButton figure={command} kind="quiet">
              {t.auditChain.copy}
            </CopyButton>
          </div>
        </li>
        <li>
          <p>{t.auditChain.result}</p>
        </li>
        <li>
          <p>{key ? t.auditChain.compare : t.auditChain.noKey}</p>
          {key && <code>{key.fingerprint}</code>}
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
