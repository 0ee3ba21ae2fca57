import { useResponse } from '../queries.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './audit-log.module.css'
import { auditStateQuery } from './audit-queries.ts'

const BROKEN: readonly string[] = ['EDITED', 'GAP', 'TRUNCATED', 'REWRITTEN']

/** Whether the trail's chain holds, as far as the server has looked. */
export function AuditChain() {
  const state = useResponse(auditStateQuery()).data?.data
  if (!state) return null
  if (state.verdict !== 'NOT COVERED' && !BROKEN.includes(state.verdict))
    return <p className={styles['chain']}>{state.sentence}</p>
  return (
    <div className={styles['chainWarning']}>
      <Notice kind={state.verdict === 'NOT COVERED' ? 'warning' : 'error'}>{state.sentence}</Notice>
    </div>
  )
}
