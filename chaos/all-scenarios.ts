import { alertLoss } from './alerts/alert-loss.ts'
import { auditTamper } from './audit-log/audit-tamper.ts'
import { auditUnwritable } from './audit-log/audit-unwritable.ts'
import { backupRestore } from './database/backup-restore.ts'
import { connections, sameKey } from './database/connections.ts'
import { dbMove } from './database/lossless-move.ts'
import { diskFull } from './database/disk-full.ts'
import type { Scenario } from './scenario.ts'
import { fuzz } from './load/fuzz.ts'
import { kill9 } from './process/kill-9.ts'
import { oneUser } from './load/one-user.ts'
import { orphan } from './process/orphan.ts'
import { overload, overloadPublic } from './load/overload.ts'
import { postgresFrozen, postgresStopStart } from './database/postgres-away.ts'
import { postgresKill } from './database/postgres-kill.ts'
import { secrets } from './sign-in/leaked-secrets.ts'
import { sessions } from './sign-in/sessions.ts'
import { rightCodes, wrongCodes } from './sign-in/sign-in-codes.ts'
import { codeFailures, emailLimits } from './sign-in/sign-in-limits.ts'
import { failover, pgBouncer, twoServers } from './process/several-servers.ts'
import { sigterm } from './process/sigterm.ts'
import { sharedCache } from './load/shared-cache.ts'
import { slowClients } from './load/slow-clients.ts'
import { stall } from './load/stall.ts'
import { update } from './update/update.ts'
import { smtp451, smtpDown, smtpDrip, smtpSlow } from './sign-in/smtp.ts'

/** Every scenario run, in the order in which they are run. */
export const ALL_SCENARIOS: readonly Scenario[] = [
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
  emailLimits,
  sessions,
  secrets,
  fuzz,
  stall,
  oneUser,
  dbMove,
  twoServers,
  pgBouncer,
  failover,
  sharedCache,
  smtpDown,
  smtpDrip,
  smtpSlow,
  smtp451,
  alertLoss,
  update,
]
