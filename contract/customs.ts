import { readEndpoint, writeEndpoint } from './endpoint.ts'
import type * as schema from './schema/customs.schema.ts'

/** 64 KiB of JSON: a schedule of all currencies has a few. */
const SCHEDULE_BYTES = 65_536

export const previewCustoms = readEndpoint<typeof schema.previewCustoms>(
  'POST',
  '/api/customs/import/preview',
  { bodyLimit: SCHEDULE_BYTES },
)

export const importCustoms = writeEndpoint<typeof schema.importCustoms>('POST', '/api/customs/import', {
  bodyLimit: SCHEDULE_BYTES,
})

export const undoCustoms = writeEndpoint<typeof schema.undoCustoms>('POST', '/api/customs/import/:id/undo')

export const listCustomsImports = readEndpoint<typeof schema.listCustomsImports>(
  'GET',
  '/api/customs/imports',
)
