import { publicRead, readEndpoint, writeEndpoint } from './endpoint.ts'
import type * as s from './schema/calendar.schema.ts'

/** 64 KiB of JSON: the lists of several years. */
const LISTS = { bodyLimit: 65_536 }

export const bankHolidays = publicRead<typeof s.bankHolidays>('/api/calendar')
export const calendarFile = publicRead<typeof s.calendarFile>('/calendar.ics', { media: ['text/calendar'] })
export const enteredHolidays = readEndpoint<typeof s.enteredHolidays>('GET', '/api/calendar/entered')
export const previewHolidays = readEndpoint<typeof s.previewHolidays>(
  'POST',
  '/api/calendar/import/preview',
  LISTS,
)
export const importHolidays = writeEndpoint<typeof s.importHolidays>('POST', '/api/calendar/import', LISTS)
export const undoHolidays = writeEndpoint<typeof s.undoHolidays>('POST', '/api/calendar/import/:id/undo')
export const listHolidayImports = readEndpoint<typeof s.listHolidayImports>('GET', '/api/calendar/imports')
