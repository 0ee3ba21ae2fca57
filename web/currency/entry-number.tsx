import { Link } from '../link.tsx'
import { useAuth } from '../session/stored-session.ts'
import { auditEntryText } from '../text/en/cited-rate.ts'

/** The number of an audit entry; for those who may see the trail it leads to the entry. */
export function EntryNumber({ id }: { id: number }) {
  const { state } = useAuth()
  const text = auditEntryText.number(id)
  return state === 'signed-in' ? <Link href={`/auditlog?entry=${id}`}>{text}</Link> : text
}
