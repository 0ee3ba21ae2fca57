import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/calendar.schema.ts'

/** 64 KiB of JSON: the lists of several years. */
const LIST_BYTES = 65_536

export const bankHolidays: Endpoint<'public', typeof schema.bankHolidays> = {
  method: 'GET',
  url: '/api/calendar',
  access: 'public',
  anyOrigin: true,
}

export const calendarFile: Endpoint<'public', typeof schema.calendarFile> = {
  method: 'GET',
  url: '/calendar.ics',
  access: 'public',
  anyOrigin: true,
  media: ['text/calendar'],
}

export const enteredHolidays: Endpoint<'read', typeof schema.enteredHolidays> = {
  method: 'GET',
  url: '/api/calendar/entered',
  access: 'read',
}

export const previewHolidays: Endpoint<'read', typeof schema.previewHolidays> = {
  method: 'POST',
  url: '/api/calendar/import/preview',
  access: 'read',
  bodyLimit: LIST_BYTES,
}

export const importHolidays: Endpoint<'write', typeof schema.importHolidays> = {
  method: 'POST',
  url: '/api/calendar/import',
  access: 'write',
  bodyLimit: LIST_BYTES,
}

export const undoHolidays: Endpoint<'write', typeof schema.undoHolidays> = {
  method: 'POST',
  url: '/api/calendar/import/:id/undo',
  access: 'write',
}

export const listHolidayImports: Endpoint<'read', typeof schema.listHolidayImports> = {
  method: 'GET',
  url: '/api/calendar/imports',
  access: 'read',
}
