// npm run check:faults [-- NAME …]: breaks the real thing on purpose and shows what held.
import { runScenarios } from '../harness/scenario.ts'
import { auditUnwritable } from './audit-unwritable.ts'
import { backupRestore, debianPostgres } from './backups.ts'
import { fuzz } from './fuzz.ts'
import { image } from './image/image.ts'
import { largeImport } from './large-import.ts'
import { oneUser } from './one-user.ts'
import {
  connections,
  diskFull,
  postgresFrozen,
  postgresKill,
  postgresStopStart,
} from './outages.ts'
import { overload, overloadPublic } from './overload.ts'
import { kill9, orphan, sigterm } from './process.ts'
import { failover, pgBouncer, twoServers } from './several-servers.ts'
import { slowClients } from './slow-clients.ts'
import { alertLoss, smtpDown } from './smtp.ts'
import { stall } from './stall.ts'

const all = {
  'kill-9': kill9,
  sigterm,
  orphan,
  'postgres-kill': postgresKill,
  'postgres-stop-start': postgresStopStart,
  'postgres-frozen': postgresFrozen,
  'disk-full': diskFull,
  connections,
  'audit-unwritable': auditUnwritable,
  'backup-restore': backupRestore,
  'debian-postgres': debianPostgres,
  overload,
  'overload-public': overloadPublic,
  'slow-clients': slowClients,
  fuzz,
  stall,
  'one-user': oneUser,
  'large-import': largeImport,
  'two-servers': twoServers,
  pgbouncer: pgBouncer,
  failover,
  'smtp-down': smtpDown,
  'alert-loss': alertLoss,
  image,
}

// The image is built only where it is asked for (`npm run check:image`).
await runScenarios(all, ['image'])
