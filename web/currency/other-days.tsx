import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import { navigate } from '../pages.tsx'
import { DayLegend, DayStrip, type StripDays } from '../rates/day-strip.tsx'
import { choiceParams, citedAddress } from '../rates/rates.ts'
import { Button } from '../ui/button.tsx'
import { Card, Disclosure } from '../ui/card.tsx'
import { Field, readFields } from '../ui/form/form.tsx'
import type { Citation } from './cited.ts'
import styles from './cited.module.css'

interface OtherDaysProps {
  readonly citation: Citation
  readonly days: StripDays | undefined
  readonly counts: CalendarDate | undefined
}

export function OtherDays({ citation, days, counts }: OtherDaysProps) {
  const { currency, date, kind = DEFAULT_KIND, publisher, asked, knownAt } = citation
  // A schedule of customs rates counts for many days, of which none is missing.
  const shown = days && kind === 'customs' ? { ...days, missing: [] } : days
  return (
    <div data-screen-only>
      <Card
        title={t.citedRate.days}
        aside={
          <Link href={withQuery(`/rates/${currency}`, choiceParams({ kind, publisher }))}>
            {t.citedRate.history({ currency })}
          </Link>
        }
      >
        <DayStrip
          days={shown}
          chosen={asked ?? date}
          counts={counts}
          addressOf={(day) => citedAddress({ ...citation, date: day, asked: undefined })}
        />
        <div className="phone-only just-below">
          <DayLegend days={shown} />
        </div>
        <Disclosure
          summary={t.slip.otherInstant}
          className={styles['instant'] ?? ''}
          open={knownAt !== undefined}
        >
          <KnownAtForm citation={citation} />
        </Disclosure>
      </Card>
    </div>
  )
}

/** Without scripts a plain GET form. */
function KnownAtForm({ citation }: { readonly citation: Citation }) {
  const { currency, date, kind, publisher, knownAt, amount, asked } = citation
  const from = citation.fromRupees ? TARGET_CURRENCY : undefined
  const kept = Object.entries({ kind, publisher, amount, from, for: asked })
  return (
    <>
      <form
        action={localAddress(citedAddress({ currency, date }))}
        method="get"
        className={`spread ${styles['form']}`}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = readFields(event.currentTarget)['known_at']
          void navigate(citedAddress({ ...citation, knownAt: typed || undefined }))
        }}
      >
        {kept.map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Field
          key={knownAt}
          label={t.knownAt.label}
          name="known_at"
          type="datetime-local"
          defaultValue={knownAt}
          required
        />
        <Button type="submit" kind="quiet">
          {t.rates.show}
        </Button>
      </form>
      {knownAt !== undefined && (
        <p>
          <Link href={citedAddress({ ...citation, knownAt: undefined })}>{t.knownAt.knownNow}</Link>
        </p>
      )}
    </>
  )
}
