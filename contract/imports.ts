import { readEndpoint, writeEndpoint, XLSX_TYPE } from './endpoint.ts'
import type * as s from './schema/imports.schema.ts'

/** 1 MiB of JSON: ten thousand rows and more. */
const ROWS = { bodyLimit: 1_048_576 }

export const readSheet = readEndpoint<typeof s.readSheet>('POST', '/api/exchange-rate/import/sheet', {
  takes: XLSX_TYPE,
  bodyLimit: 2_097_152,
})
export const previewImport = readEndpoint<typeof s.previewImport>(
  'POST',
  '/api/exchange-rate/import/preview',
  ROWS,
)
export const commitImport = writeEndpoint<typeof s.commitImport>('POST', '/api/exchange-rate/import', ROWS)
export const undoImport = writeEndpoint<typeof s.undoImport>('POST', '/api/exchange-rate/import/:id/undo')
export const listImports = readEndpoint<typeof s.listImports>('GET', '/api/exchange-rate/imports')
