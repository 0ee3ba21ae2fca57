import { readEndpoint, writeEndpoint, XLSX_TYPE } from './endpoint.ts'
import type * as schema from './schema/imports.schema.ts'

/** 1 MiB of JSON: ten thousand rows and more. */
const IMPORT_BYTES = 1_048_576

export const readSheet = readEndpoint<typeof schema.readSheet>('POST', '/api/exchange-rate/import/sheet', {
  takes: XLSX_TYPE,
  bodyLimit: 2 * IMPORT_BYTES,
})

export const previewImport = readEndpoint<typeof schema.previewImport>(
  'POST',
  '/api/exchange-rate/import/preview',
  { bodyLimit: IMPORT_BYTES },
)

export const commitImport = writeEndpoint<typeof schema.commitImport>('POST', '/api/exchange-rate/import', {
  bodyLimit: IMPORT_BYTES,
})

export const undoImport = writeEndpoint<typeof schema.undoImport>(
  'POST',
  '/api/exchange-rate/import/:id/undo',
)

export const listImports = readEndpoint<typeof schema.listImports>('GET', '/api/exchange-rate/imports')
