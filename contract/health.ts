import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const state = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.string()),
  /** What somebody should look at although the process can do its work, by subject: `auditTrail`. */
  warnings: z.optional(z.record(z.string(), z.string())),
})

export const live = endpoint({
  method: 'GET',
  url: '/api/health/live',
  access: 'public',
  summary: 'Whether the process answers',
  schema: { response: { 200: state } },
})

export const ready = endpoint({
  method: 'GET',
  url: '/api/health/ready',
  access: 'public',
  summary: 'Whether the process can do its work: its database answers and its rate book is loaded',
  schema: { response: { 200: state, 503: state } },
})
