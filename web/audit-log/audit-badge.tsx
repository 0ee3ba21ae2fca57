import { capitalised } from '../../text/names.ts'
import { Badge } from '../ui/badge/badge.tsx'
import styles from './audit-badge.module.css'

/** The colours of section 9 of the specification, by the first word of an action. */
const COLOURS: Readonly<Record<string, string>> = {
  login: 'green',
  logout: 'grey',
  create: 'blue',
  update: 'yellow',
  delete: 'red',
}

/** An action's badge. Its colour says nothing that its text does not. */
export function AuditBadge({ action }: { action: string }) {
  const colour = COLOURS[action.toLowerCase().split(/[^a-z]/)[0] ?? ''] ?? 'lightBlue'
  return <Badge tone={{ className: styles[colour] }}>{capitalised(action)}</Badge>
}
