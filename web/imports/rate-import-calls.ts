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
  preview: async (body, options) =>
    (await call(previewImport, { body: { ...body, with_table: true } }, options)).data,
  commit: async (body, options) => {
    const { message, data } = await call(commitImport, { body }, options)
    return { id: data.id, message }
  },
  undo: async (id, options) => (await call(undoImport, { params: { id: String(id) } }, options)).message,
  features: ['rates', 'entries'],
}
