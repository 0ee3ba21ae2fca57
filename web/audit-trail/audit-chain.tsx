import { auditTrailState } from '../../contract/audit-trail.ts'
import { useAnswer } from '../query.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './audit-trail.module.css'

const BROKEN: readonly string[] = ['EDITED', 'GAP', 'TRUNCATED', 'REWRITTEN']

/** Whether the trail's chain holds, as far as the server has looked. */
export function AuditChain() {
  const state = useAnswer(auditTrailState, {}).data?.data
  if (!state) return null
  if (state.verdict === 'NOT COVERED') return <Notice kind="warning">{state.sentence}</Notice>
  return BROKEN.includes(state.verdict) ? (
    <Notice kind="error">{state.sentence}</Notice>
  ) : (
    <p className={styles['chain']}>{state.sentence}</p>
  )
}
