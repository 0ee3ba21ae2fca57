import { recentRates } from '../../contract/entries.ts'
import { queryOf } from '../queries.ts'
import { holidaysQuery } from '../session/holiday-queries.ts'
import { manageInput, PLAIN_VIEW, readManageView, type ManageView } from './manage-view.ts'

/** A page of the rates entered by hand. */
export const entriesQuery = (view: ManageView = PLAIN_VIEW) =>
  queryOf('entries', recentRates, { querystring: manageInput(view) })

/** What the dashboard shows. */
export const dashboardLoader = () => [entriesQuery(), holidaysQuery()]

/** What the screen that manages rates shows. */
export const manageLoader = ({ search }: { readonly search: URLSearchParams }) => [
  entriesQuery(readManageView(search)),
]
