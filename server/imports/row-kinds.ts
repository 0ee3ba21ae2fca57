import type { PreviewBody } from '../../contract/imports/import-body.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { CUSTOMS_ROWS } from './customs-kind.ts'
import { HOLIDAY_ROWS } from './holiday-kind.ts'
import { RATE_ROWS } from './rate-rows.ts'
import type { RowKind } from './row-kind.ts'

/** What can be imported. A new kind of row is one more object here. */
export const ROW_KINDS = {
  rates: RATE_ROWS,
  'customs rates': CUSTOMS_ROWS,
  'bank holidays': HOLIDAY_ROWS,
} as const satisfies Record<ImportSubject, unknown>

/** The kind of row that a request has; the contract has checked that its body is of that kind. */
export function kindOfRows({ subject = 'rates' }: PreviewBody): RowKind<PreviewBody> {
  return ROW_KINDS[subject] as RowKind<never> as RowKind<PreviewBody>
}
