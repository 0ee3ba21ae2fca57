import { useEffect, useEffectEvent, useRef, type FocusEvent, type RefObject } from 'react'
import { daysBetween, type CalendarDate } from '../../domain/calendar-date.ts'
import { fromWire } from '../../domain/money.ts'
import { expectedKinds, key, seriesOfKind, type RateKind } from '../../domain/series.ts'
import { listed, seriesName, unitsName } from '../../text/names.ts'
import { formatDay, formatShortDay, t, weekdayName } from '../../text/sentences.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { SavedNotice } from './saved-rates.tsx'
import { isWaiting, type GridRow } from './day-grid-state.ts'
import styles from './entries.module.css'
import { hasGauge, MoveGauge, readScale } from './move-gauge.tsx'
import { entryRate } from './rate-changes.ts'
import { BeforeDay, moveOnEnter, RateLine, RateTable } from './rate-line.tsx'
import { RowQuestion, RowState } from './row-state.tsx'
import { useDayGrid, type DayGrid, type DayGridOptions } from './use-day-grid.ts'

interface DayFormProps extends DayGridOptions {
  readonly isFirstGridRef: RefObject<boolean>
  /** More kinds are on their way. */
  readonly isLoading: boolean
  readonly others: OtherKinds | undefined
}

/** The kinds that are not expected every day. */
interface OtherKinds {
  readonly isShown: boolean
  readonly show: (isShown: boolean) => void
}

export function DayForm(props: DayFormProps) {
  const { date, publisher, kinds, isFirstGridRef, isLoading, others } = props
  const grid = useDayGrid(props)
  const { form, rows, saving, hasOthers } = grid
  const focusFirst = useEffectEvent(() => {
    if (hasOthers) others?.show(true)
    const empty = rows.filter(({ text }) => text === '')
    const first = empty.find(({ day }) => !day?.published) ?? empty[0]
    if (isFirstGridRef.current && !isInField()) grid.focus(first?.name)
    isFirstGridRef.current = false
  })
  useEffect(() => {
    // The first field may be of a kind that is still on its way.
    if (!isLoading) focusFirst()
  }, [isLoading])
  const shown = useRef(kinds.length)
  const focusOthers = useEffectEvent(() => {
    if (isLoading) return
    const [added] = kinds.slice(shown.current)
    shown.current = kinds.length
    const [first] = added ? seriesOfKind(added, publisher) : []
    if (first && !isInField()) grid.focus(key(first))
  })
  useEffect(() => focusOthers(), [kinds.length, isLoading])
  return (
    <form
      ref={form}
      noValidate
      onBlur={({ target }: FocusEvent) => {
        const row = rows.find(({ name }) => name === (target as HTMLInputElement).name)
        if (row) grid.leave(row)
      }}
      onKeyDown={(event) =>
        moveOnEnter(
          event,
          rows.map(({ name }) => name),
        )
      }
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run()
      }}
    >
      {kinds.map((kind) => (
        <KindTable key={kind} kind={kind} isOnly={kinds.length === 1} date={date} grid={grid} />
      ))}
      {rows.some(({ typed }) => typed?.isKept) && (
        <div className={styles['reason']}>
          <Field
            label={t.warning.reason}
            name="reason"
            hint={t.warning.reasonHint}
            maxLength={500}
            value={grid.reason}
            onChange={({ currentTarget }) => grid.setReason(currentTarget.value)}
          />
        </div>
      )}
      <GridBar grid={grid} others={others} />
    </form>
  )
}

const isInField = () => document.activeElement instanceof HTMLInputElement

interface KindTableProps {
  readonly kind: RateKind
  readonly isOnly: boolean
  readonly date: CalendarDate
  readonly grid: DayGrid
}

function KindTable({ kind, isOnly, date, grid }: KindTableProps) {
  const rows = grid.rows.filter(({ series }) => series.kind === kind)
  const days = new Set(rows.flatMap(({ day }) => day?.previous?.date ?? []))
  const [before] = days
  // Rows of several days name each their own; a phone's rows would name only the weekday.
  const isNear = days.size === 1 && before !== undefined && daysBetween(before, date) < 7
  const dayBefore = isNear ? dayName(before, date) : undefined
  const scale = readScale(grid.rows)
  return (
    <>
      {!isOnly && <h3 className={styles['kind']}>{t.kindNames[kind]}</h3>}
      <RateTable
        caption={t.kindNames[kind]}
        before={days.size > 0 ? (dayBefore ?? t.day.columns.before) : undefined}
        move={rows.some(hasGauge) ? t.day.columns.move : undefined}
      >
        {rows.map((row) => (
          <RateRow
            key={row.name}
            row={row}
            before={row.day?.previous && dayName(row.day.previous.date, date)}
            isSameDay={dayBefore !== undefined}
            scale={scale}
            grid={grid}
          />
        ))}
      </RateTable>
    </>
  )
}

const dayName = (day: CalendarDate, shown: CalendarDate) =>
  daysBetween(day, shown) < 300 ? formatShortDay(day) : formatDay(day)

interface RateRowProps {
  readonly row: GridRow
  readonly before: string | null | undefined
  readonly isSameDay: boolean
  readonly scale: number
  readonly grid: DayGrid
}

function RateRow({ row, before, isSameDay, scale, grid }: RateRowProps) {
  const { series, name, day, typed, text, rate, doubts } = row
  const { previous, published } = day ?? {}
  const known = rate === undefined ? undefined : fromWire(rate)
  return (
    <RateLine
      series={series}
      code={unitsName(series.currency)}
      input={{
        name,
        value: text,
        placeholder: published ? entryRate(published) : undefined,
        onChange: ({ currentTarget }) => grid.type(row, currentTarget.value),
        'aria-invalid': typed?.wrong !== undefined || undefined,
      }}
      isDoubtful={doubts.length > 0}
      isTyped={typed !== undefined}
      before={
        previous && (
          <>
            <BeforeDay isInHead={isSameDay}>
              {isSameDay ? weekdayName(previous.date) : before}
            </BeforeDay>{' '}
            {entryRate(previous)}
          </>
        )
      }
      gauge={<MoveGauge row={row} scale={scale} />}
      change={
        previous &&
        known !== undefined &&
        doubts.length === 0 && (
          <RateChangeText change={known - fromWire(previous.rate)} rate={known} short />
        )
      }
      question={<RowQuestion row={row} grid={grid} />}
      state={<RowState row={row} grid={grid} />}
    />
  )
}

interface GridBarProps {
  readonly grid: DayGrid
  readonly others: OtherKinds | undefined
}

function GridBar({ grid, others }: GridBarProps) {
  const { rows, isTyped, failure, saved, saving } = grid
  const ready = rows.filter(({ isReady }) => isReady).length
  const waiting = saving.busy ? [] : rows.filter(isWaiting)
  const doubtful = waiting.filter(({ doubts, isOvertaken }) => doubts.length > 0 && !isOvertaken)
  const [first] = doubtful
  const names = listed(waiting.map(({ series }) => seriesName(series)))
  // A typed rate must not go out of sight, because it would not be saved.
  const isOtherTyped = rows.some(
    ({ typed, series: { kind, publisher } }) => typed && !expectedKinds(publisher).includes(kind),
  )
  return (
    <div className="spread form-bar" data-screen-only>
      <div className={styles['outcome']}>
        {failure !== undefined && (
          <Notice kind="error" isOutcome>
            {failure}
          </Notice>
        )}
        <SavedNotice saved={saved} />
        <p role="status" className="fine-print">
          {waiting.length > 0 && `${t.day.waits({ names, count: waiting.length })} `}
          {isTyped && failure === undefined && t.day.kept}
        </p>
        {first && doubtful.length > 1 && (
          <Button
            kind="link"
            onClick={() =>
              grid.keep(
                first.name,
                doubtful.map(({ name }) => name),
              )
            }
          >
            {t.day.keepAll({ count: doubtful.length })}
          </Button>
        )}
      </div>
      <div className="buttons">
        {others && !(others.isShown && isOtherTyped) && (
          <Button kind="quiet" onClick={() => others.show(!others.isShown)}>
            {others.isShown ? t.day.hideOthers : t.day.others}
          </Button>
        )}
        <Button
          type="submit"
          kind={ready > 0 ? 'primary' : 'quiet'}
          busy={saving.busy}
          busyText={t.entry.saving}
        >
          {t.day.save({ count: ready })}
        </Button>
      </div>
    </div>
  )
}
