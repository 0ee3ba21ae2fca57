import { XLSX_TYPE, type Endpoint } from './endpoint.ts'
import type * as schema from './schema/imports.schema.ts'

/** 1 MiB of JSON: ten thousand rows and more. */
const IMPORT_BYTES = 1_048_576

export const readSheet: Endpoint<'read', typeof schema.readSheet> = {
  method: 'POST',
  url: '/api/exchange-rate/import/sheet',
  access: 'read',
  takes: XLSX_TYPE,
  bodyLimit: 2 * IMPORT_BYTES,
}

export const previewImport: Endpoint<'read', typeof schema.previewImport> = {
  method: 'POST',
  url: '/api/exchange-rate/import/preview',
  access: 'read',
  bodyLimit: IMPORT_BYTES,
}

export const commitImport: Endpoint<'write', typeof schema.commitImport> = {
  method: 'POST',
  url: '/api/exchange-rate/import',
  access: 'write',
  bodyLimit: IMPORT_BYTES,
}

export const undoImport: Endpoint<'write', typeof schema.undoImport> = {
  method: 'POST',
  url: '/api/exchange-rate/import/:id/undo',
  access: 'write',
}

export const listImports: Endpoint<'read', typeof schema.listImports> = {
  method: 'GET',
  url: '/api/exchange-rate/imports',
  access: 'read',
}
