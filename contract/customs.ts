import { readEndpoint, writeEndpoint } from './endpoint.ts'
import type * as s from './schema/customs.schema.ts'

/** 64 KiB of JSON: a schedule of all currencies has a few. */
const SCHEDULE = { bodyLimit: 65_536 }

export const previewCustoms = readEndpoint<typeof s.previewCustoms>(
  'POST',
  '/api/customs/import/preview',
  SCHEDULE,
)
export const importCustoms = writeEndpoint<typeof s.importCustoms>('POST', '/api/customs/import', SCHEDULE)
export const undoCustoms = writeEndpoint<typeof s.undoCustoms>('POST', '/api/customs/import/:id/undo')
export const listCustomsImports = readEndpoint<typeof s.listCustomsImports>('GET', '/api/customs/imports')
