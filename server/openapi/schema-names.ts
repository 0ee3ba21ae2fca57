import type * as z from 'zod/mini'
import { ENDPOINT_GROUPS } from '../../contract/all-endpoints.ts'
import type { Schema } from '../../contract/endpoint.ts'
import * as errors from '../../contract/schema/error.schema.ts'
import * as values from '../../contract/schema/values.ts'

/** Exports of the contract that go by another name in the document. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  auditEntry: 'AuditLogEntry',
  dayRate: 'Rate',
  errorBody: 'Error',
  emailState: 'EmailState',
  manualRate: 'Entry',
  manualRateBody: 'EntryRequest',
  messageResponse: 'Message',
  rateRevision: 'Revision',
  signedIn: 'SignedInResponse',
  userResponse: 'UserResponse',
  written: 'EntryResponse',
}

/** Every schema with a name of its own: the objects and lists of values that the contract exports, `dayRate` as `Rate`. */
export function exportedSchemas(): Map<Schema, string> {
  const exported = [...ENDPOINT_GROUPS.flatMap(({ files }) => files), values, errors].flatMap(Object.entries)
  const names = new Map<Schema, string>()
  for (const [name, value] of exported as [string, unknown][]) {
    if (isSchema(value) && !names.has(value) && isNamed(value)) names.set(value, documentName(name))
  }
  return names
}

/** `recordManualRate` as `RecordManualRate`. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function documentName(name: string): string {
  return OTHER_NAMES[name] ?? capitalised(name).replace(/Body$/, 'Request')
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Texts and numbers stand where they are used. */
function isNamed(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'pipe' ? isNamed(def.in) : ['object', 'enum', 'union'].includes(def.type)
}
