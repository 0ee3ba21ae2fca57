import type { ResponseBody } from '../../contract/endpoint.ts'
import { commitImport, previewImport, undoImport } from '../../contract/imports.ts'
import { call } from '../api.ts'
import type { ImportChoice } from './import-options.tsx'
import type { ImportCalls } from './use-import.ts'

/** What the server says of rows before they are imported. */
export type ImportPreviewData = ResponseBody<typeof previewImport>['data']
/** How a table was understood. */
export type ImportTable = NonNullable<ImportPreviewData['table']>

export const RATE_IMPORT_CALLS: ImportCalls<ImportChoice, ImportPreviewData> = {
  draft: 'import',
  preview: (body, options) => call(previewImport, { body: { ...body, with_table: true } }, options),
  commit: (body, options) => call(commitImport, { body }, options),
  undo: (id, options) => call(undoImport, { params: { id } }, options),
  features: ['rates', 'entries'],
}
