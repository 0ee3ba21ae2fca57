import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/customs.schema.ts'

/** 64 KiB of JSON: a schedule of all currencies has a few. */
const SCHEDULE_BYTES = 65_536

export const previewCustoms: Endpoint<'read', typeof schema.previewCustoms> = {
  method: 'POST',
  url: '/api/customs/import/preview',
  access: 'read',
  bodyLimit: SCHEDULE_BYTES,
}

export const importCustoms: Endpoint<'write', typeof schema.importCustoms> = {
  method: 'POST',
  url: '/api/customs/import',
  access: 'write',
  bodyLimit: SCHEDULE_BYTES,
}

export const undoCustoms: Endpoint<'write', typeof schema.undoCustoms> = {
  method: 'POST',
  url: '/api/customs/import/:id/undo',
  access: 'write',
}

export const listCustomsImports: Endpoint<'read', typeof schema.listCustomsImports> = {
  method: 'GET',
  url: '/api/customs/imports',
  access: 'read',
}
