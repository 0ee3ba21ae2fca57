import { downloadCheckpoints, exportAuditTrail, type auditTrailState } from '../../contract/audit-log.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { BASE } from '../api.ts'
import { download } from '../connection/download.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { auditChainText as TEXT, auditTrailText } from '../text/en/work/audit-log.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatColomboTime } from '../ui/colombo-time.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Facts } from '../ui/list/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './audit-chain.module.css'
import { auditStateQuery } from './audit-queries.ts'

type ChainState = ResponseBody<typeof auditTrailState>['data']

const TONES = { OK: 'success', 'NOT COVERED': 'warning', 'NOT CHECKED': 'warning' } as const

/** Whether the trail's chain holds, as far as the server has looked, and how anyone can look for themselves. */
export function AuditChain() {
  const { data, error } = useResponse(auditStateQuery())
  const state = data?.data
  if (!state) {
    return error ? null : (
      <div className={styles['chain']}>
        <div className={styles['awaited']} />
      </div>
    )
  }
  const { verdict, sentence } = state
  const tone = verdict in TONES ? TONES[verdict as keyof typeof TONES] : 'error'
  const isProblem = tone === 'error' || verdict === 'NOT COVERED'
  return (
    <div className={styles['chain']}>
      <p className={styles['state']}>
        <Badge tone={tone}>{TEXT.states[verdict]}</Badge>
        {!isProblem && <span>{sentence}</span>}
      </p>
      {isProblem && <Notice kind={tone}>{sentence}</Notice>}
      <Disclosure summary={TEXT.howTo} className={styles['how']} data-screen-only>
        <HowToCheck state={state} />
      </Disclosure>
    </div>
  )
}

/** The key, the files and the command for a check without this server. */
function HowToCheck({ state }: { state: ChainState }) {
  const { key, signed_to: entry, signed_at: at } = state
  const today = useToday()
  const [trail, checkpoints] = [`audit-trail-${today}.json`, `audit-checkpoints-${today}.jsonl`]
  const saving = useAction(async (what: 'trail' | 'checkpoints') => {
    if (what === 'trail') await download(exportAuditTrail, { querystring: { format: 'json' } }, trail)
    else await download(downloadCheckpoints, {}, checkpoints)
  })
  return (
    <>
      <p>{TEXT.lead}</p>
      <p className="buttons">
        <Button kind="quiet" disabled={saving.busy} onClick={() => void saving.run('trail')}>
          {TEXT.downloadTrail}
        </Button>
        <Button kind="quiet" disabled={saving.busy} onClick={() => void saving.run('checkpoints')}>
          {TEXT.downloadCheckpoints}
        </Button>
        <a href={`${BASE}/verify-audit-trail.mjs`} download className={buttonClass('quiet')}>
          {TEXT.downloadVerifier}
        </a>
      </p>
      {saving.busy && <p role="status">{auditTrailText.preparing}</p>}
      {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
      <p>{TEXT.run}</p>
      <pre className={styles['command']}>{TEXT.command(trail, checkpoints, key?.public_key ?? '…')}</pre>
      <p>{TEXT.compare}</p>
      <Facts
        facts={[
          [TEXT.fingerprint, key ? <code>{key.fingerprint}</code> : TEXT.noKey],
          [TEXT.key, key && <code>{key.public_key}</code>],
          [TEXT.signed, entry !== null && at !== null ? TEXT.signedTo(entry, formatColomboTime(at)) : null],
        ]}
      />
    </>
  )
}
