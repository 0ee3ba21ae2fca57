import { auditUnwritable } from './audit-unwritable.ts'
import { connections, sameKey } from './connections.ts'
import type { Fault } from './fault.ts'
import { kill9 } from './kill-9.ts'
import { orphan } from './orphan.ts'
import { postgresFrozen, postgresStopStart } from './postgres-away.ts'
import { postgresKill } from './postgres-kill.ts'
import { sessions } from './sessions.ts'
import { sigterm } from './sigterm.ts'

/** Every fault run, in the order in which they are run. */
export const ALL_FAULTS: readonly Fault[] = [
  kill9,
  sigterm,
  orphan,
  postgresKill,
  postgresStopStart,
  postgresFrozen,
  connections,
  sameKey,
  auditUnwritable,
  sessions,
]
