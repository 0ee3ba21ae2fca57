import { yearOf } from '../../domain/bank-holiday.ts'
import { addressOf, BASE } from '../api.ts'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { useLocation, usePlace } from '../router.tsx'
import type { Place } from '../screen.ts'
import { holidaysQuery, MissingListNotice } from '../session/entered-holidays.tsx'
import { t } from '../../text/sentences.ts'
import { classNames } from '../ui/class-names.ts'
import { buttonClass } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import styles from './calendar-page.module.css'
import { HolidayList } from './holiday-list.tsx'

/** The year that an address names; the present one where it names none that there is. */
const chosenYear = ({ search, today }: Place): number =>
  /^(?:19|2\d)\d\d$/.test(search.get('year') ?? '') ? Number(search.get('year')) : yearOf(today)

export const loader = (place: Place) => [holidaysQuery(chosenYear(place)), holidaysQuery()]

/** The bank holidays of a year. */
export default function CalendarPage() {
  const place = usePlace()
  const { today } = place
  const year = chosenYear(place)
  const [, navigate] = useLocation()
  const known = useResponse(holidaysQuery()).data?.data
  const listable = [yearOf(today), yearOf(today) + 1]
  const years = [year, ...listable, ...(known?.years ?? [])]
  const wanted = listable.find((each) => known && !known.years.includes(each))
  const show = (chosen: number) => navigate(`/calendar?year=${chosen}`)
  return (
    <>
      <PageTitle lead={t.calendar.lead}>{t.screens.calendar}</PageTitle>
      <MissingListNotice />
      <div className="stack">
        <div className={classNames('apart', styles['choice'])}>
          <Select
            label={t.calendar.year}
            name="year"
            values={[...new Set(years)].sort((one, other) => other - one).map(String)}
            value={String(year)}
            onValue={(chosen) => show(Number(chosen))}
          />
          <a href={BASE + addressOf('GET /calendar.ics', {})} className="tap">
            {t.calendar.file}
          </a>
        </div>
        <div className="buttons">
          {wanted !== undefined && (
            <Link
              href={`/import?subject=bank%20holidays&proposed=${wanted}`}
              className={buttonClass('quiet')}
            >
              {t.calendar.lookFor({ year: wanted })}
            </Link>
          )}
          <Link href="/import?subject=bank%20holidays" className={buttonClass('quiet')}>
            {t.calendar.addTitle}
          </Link>
        </div>
        <HolidayList year={year} />
      </div>
      <ToastHost />
    </>
  )
}
