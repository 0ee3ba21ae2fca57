import { publicRead, readEndpoint, writeEndpoint } from './endpoint.ts'
import type * as schema from './schema/calendar.schema.ts'

/** 64 KiB of JSON: the lists of several years. */
const LIST_BYTES = 65_536

export const bankHolidays = publicRead<typeof schema.bankHolidays>('/api/calendar')

export const calendarFile = publicRead<typeof schema.calendarFile>('/calendar.ics', {
  media: ['text/calendar'],
})

export const enteredHolidays = readEndpoint<typeof schema.enteredHolidays>('GET', '/api/calendar/entered')

export const previewHolidays = readEndpoint<typeof schema.previewHolidays>(
  'POST',
  '/api/calendar/import/preview',
  { bodyLimit: LIST_BYTES },
)

export const importHolidays = writeEndpoint<typeof schema.importHolidays>('POST', '/api/calendar/import', {
  bodyLimit: LIST_BYTES,
})

export const undoHolidays = writeEndpoint<typeof schema.undoHolidays>('POST', '/api/calendar/import/:id/undo')

export const listHolidayImports = readEndpoint<typeof schema.listHolidayImports>(
  'GET',
  '/api/calendar/imports',
)
