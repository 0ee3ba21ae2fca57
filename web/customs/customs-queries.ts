import { listCustomsImports } from '../../contract/customs.ts'
import { queryOf } from '../queries.ts'

/** The last schedules that were entered. */
export const customsImportsQuery = () => queryOf('entries', listCustomsImports, {})
