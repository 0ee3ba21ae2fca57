import type { ReactNode } from 'react'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { holidayName, kindName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { useResponse } from '../queries.ts'
import { Select } from '../ui/form/form.tsx'
import { DayMark } from '../ui/day-mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { seriesQuery, type RateChoice } from './rates.ts'
import styles from './rates.module.css'

export const ByHand = ({ source }: { readonly source: RateSource | null }) =>
  source === 'manual' && <SourceMark source={source} />

/** Only an entry by hand is named too. */
export function SourceMark({ source }: { readonly source: RateSource }) {
  const isByHand = source === 'manual'
  return (
    <span className={styles['mark']} title={isByHand ? t.sourceNames.manual : undefined}>
      <DayMark mark={isByHand ? 'by hand' : 'published'} />
      {isByHand && <span className="visually-hidden">{t.sourceNames.manual}</span>}
    </span>
  )
}

export const ByHandLegend = () => (
  <p className="fine-print">
    <span className={styles['mark']}>
      <DayMark mark="by hand" />
    </span>
    {t.sourceNames.manual}
  </p>
)

/** True if a rate was expected. `reason` is the API's. */
export const isDue = (reason: string | undefined): boolean =>
  reason === 'not published' || reason === 'not received'

/** `reason` is the API's. */
export function missingReason(reason: string): string {
  if (reason.startsWith('holiday: ')) return holidayName(reason.slice('holiday: '.length))
  const { reasons } = t.week
  return reason in reasons ? reasons[reason as keyof typeof reasons] : reason
}

interface RateSelectProps {
  readonly choice: RateChoice
  readonly withCustoms?: boolean
  readonly onChoose: (choice: RateChoice) => void
}

/** By the value that a form sends: kind and bank in one parameter. */
export function useRateChoices(choice: RateChoice, withCustoms = false) {
  const known = useResponse(seriesQuery()).data?.data.series ?? []
  const offered = known.filter(({ kind }) => kind !== 'customs' || withCustoms)
  const all: readonly RateChoice[] = [{ kind: DEFAULT_KIND }, ...offered, choice]
  return new Map(all.map((each) => [valueOf(each), each]))
}

export function RateSelect({ choice, withCustoms = false, onChoose }: RateSelectProps) {
  const byValue = useRateChoices(choice, withCustoms)
  if (byValue.size < 2) return null
  return (
    <Select
      label={t.rates.rate}
      name="kind"
      values={[...byValue.keys()]}
      textOf={(value) => kindName(byValue.get(value) ?? choice)}
      value={valueOf(choice)}
      onValue={(value) => onChoose(byValue.get(value) ?? choice)}
    />
  )
}

const valueOf = ({ kind, publisher }: RateChoice) => [kind, publisher].filter(Boolean).join(' ')

export function AddressNotes({ notes }: { readonly notes: readonly string[] }): ReactNode {
  return notes.map((note) => (
    <Notice key={note} kind="info">
      {note}
    </Notice>
  ))
}
