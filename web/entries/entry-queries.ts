import { publishers } from '../../domain/series.ts'
import { queryOf } from '../queries.ts'
import { viewInput } from '../ui/list/list-view.ts'
import { PLAIN_VIEW, type ManageView } from './manage/manage-view.ts'

/** A page of the rates entered by hand, those of banks among them. */
export const entriesQuery = (view: ManageView = PLAIN_VIEW) =>
  queryOf('entries', 'GET /api/exchange-rate/recent', {
    query: { ...(publishers().length > 0 && { publisher: 'all' }), ...viewInput(view) },
  })
