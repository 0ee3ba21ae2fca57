import { auditTamper } from './audit-tamper.ts'
import { auditUnwritable } from './audit-unwritable.ts'
import { backupRestore } from './backup-restore.ts'
import { connections, sameKey } from './connections.ts'
import { dbMove } from './db-move.ts'
import { diskFull } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { fuzz } from './fuzz.ts'
import { kill9 } from './kill-9.ts'
import { oneUser } from './one-user.ts'
import { orphan } from './orphan.ts'
import { overload, overloadPublic } from './overload.ts'
import { postgresFrozen, postgresStopStart } from './postgres-away.ts'
import { postgresKill } from './postgres-kill.ts'
import { secrets } from './secrets.ts'
import { sessions } from './sessions.ts'
import { rightCodes, wrongCodes } from './sign-in-codes.ts'
import { codeFailures, letterLimits } from './sign-in-limits.ts'
import { failover, pgBouncer, twoServers } from './several-servers.ts'
import { sigterm } from './sigterm.ts'
import { slowClients } from './slow-clients.ts'
import { stall } from './stall.ts'
import { smtp451, smtpDown, smtpDrip, smtpSlow } from './smtp.ts'

/** Every fault run, in the order in which they are run. */
export const ALL_FAULTS: readonly Fault[] = [
  kill9,
  sigterm,
  orphan,
  postgresKill,
  postgresStopStart,
  postgresFrozen,
  diskFull,
  connections,
  sameKey,
  auditUnwritable,
  auditTamper,
  backupRestore,
  overload,
  overloadPublic,
  slowClients,
  rightCodes,
  wrongCodes,
  codeFailures,
  letterLimits,
  sessions,
  secrets,
  fuzz,
  stall,
  oneUser,
  dbMove,
  twoServers,
  pgBouncer,
  failover,
  smtpDown,
  smtpDrip,
  smtpSlow,
  smtp451,
]
