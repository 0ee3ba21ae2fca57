import { Link } from '../../link.tsx'
import { queryOf, useResponse } from '../../queries.ts'
import { listed } from '../../../text/names.ts'
import { t } from '../../../text/sentences.ts'
import { Notice } from '../../ui/notice.tsx'

/** The bank holidays of the present year, and which years have none yet. */
export const holidaysQuery = () => queryOf('calendar', 'GET /api/calendar', { query: {} })

/** Says which year's bank holidays have to be entered; nothing where none are missing. */
export function MissingListNotice() {
  const years = useResponse(holidaysQuery()).data?.data.years_missing ?? []
  if (years.length === 0) return null
  return (
    <div className="above">
      <Notice kind="warning" quiet>
        <p>{t.calendar.missing({ years: listed(years.map(String)) })}</p>
        <Link href="/import?subject=bank%20holidays">{t.calendar.enterThem}</Link>
      </Notice>
    </div>
  )
}
