import { calendarLoader } from './holidays-query.ts'
import { navigate, usePlace } from '../pages.tsx'
import { yearOf } from '../../domain/bank-holiday.ts'
import { addressOf, BASE } from '../api.ts'
import { Link } from '../link.tsx'
import { t } from '../../text/sentences.ts'
import { buttonClass } from '../ui/button.tsx'
import { Select } from '../ui/form/select.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import styles from './calendar-page.module.css'
import { HolidayList } from './holiday-list.tsx'
import { chosenYear, useHolidays } from './holidays-query.ts'

export const loader = calendarLoader

/** The bank holidays of a year, for everyone; who is signed in enters and removes them. */
export function Component() {
  const place = usePlace()
  const { today } = place
  const year = chosenYear(place)
  const { query, isApproved } = useHolidays(year)
  const known = query.data?.data.years
  const listable = [yearOf(today), yearOf(today) + 1]
  const years = [year, ...listable, ...(known ?? [])]
  const show = (chosen: number) => navigate(`/calendar?year=${chosen}`)
  return (
    <>
      <PageTitle
        lead={t.holidays.lead}
        aside={
          <div className={styles['controls']}>
            <Select
              label={t.holidays.year}
              name="year"
              values={[...new Set(years)].sort((one, other) => other - one).map(String)}
              value={String(year)}
              onValue={(chosen) => show(Number(chosen))}
            />
            {isApproved && (
              <Additions missing={listable.find((each) => known?.includes(each) === false)} />
            )}
            <a href={BASE + addressOf('GET /calendar.ics', {})} className={buttonClass('quiet')}>
              {t.holidays.file}
            </a>
          </div>
        }
      >
        {t.screens.calendar}
      </PageTitle>
      <HolidayList year={year} />
      <ToastHost />
    </>
  )
}

/** Where holidays are entered, and the list of a year that has none is looked for. */
function Additions({ missing }: { readonly missing: number | undefined }) {
  const address = '/import?subject=bank%20holidays'
  return (
    <>
      {missing !== undefined && (
        <Link href={`${address}&proposed=${missing}`} className={buttonClass('quiet')}>
          {t.holidays.lookFor({ year: missing })}
        </Link>
      )}
      <Link href={address} className={buttonClass('quiet')}>
        {t.holidays.addTitle}
      </Link>
    </>
  )
}
