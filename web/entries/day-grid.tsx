import {
  useEffect,
  useEffectEvent,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { DayRow } from '../../contract/entries.ts'
import { daysBetween } from '../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { fromWire } from '../../domain/money.ts'
import { key, type RateKey, type RateKind, type Series } from '../../domain/series.ts'
import { seriesName, unitsName } from '../../text/names.ts'
import { currencyName, formatDay, formatDayAndMonth, t, weekdayName } from '../../text/sentences.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Row, Table, useIsPhone } from '../ui/table.tsx'
import { SavedNotice } from './add-rate.tsx'
import styles from './entries.module.css'
import { entryRate } from './rate-changes.ts'
import { RateInput, typedRate } from '../ui/form/rate-field.tsx'
import { focusConflict, RateConflict, RateQuestion, UseMeant } from './rate-questions.tsx'
import { dayKinds } from '../work-tabs.tsx'
import { useDayGrid, type DayGrid, type DayGridOptions } from './use-day-grid.ts'

interface DayFormProps extends DayGridOptions {
  readonly isFirstGridRef: RefObject<boolean>
}

export function DayForm(props: DayFormProps) {
  const { rows, publisher, isFirstGridRef } = props
  const isPhone = useIsPhone()
  const kinds = dayKinds(publisher)
  const [kind, setKind] = useState<RateKind>(kinds[0] ?? 'indicative')
  const grid = useDayGrid(props)
  const { all, form, saving } = grid
  const shownKinds = isPhone ? [kind] : kinds
  const shown = all.filter((series) => shownKinds.includes(series.kind))
  const focusFirst = useEffectEvent(() => {
    const empty = shown.filter((series) => grid.textOf(series) === '')
    if (isFirstGridRef.current) grid.focus(empty.find((each) => each.kind === kinds[0]) ?? empty[0])
    isFirstGridRef.current = false
  })
  useEffect(() => focusFirst(), [])
  const columns = shownKinds.map((each) => ({ title: t.kindNames[each], numeric: true }))
  return (
    <>
      {isPhone && (
        <div className="mb">
          <Select
            label={t.day.kind}
            name="kind"
            values={kinds}
            textOf={(each) => t.kindNames[each]}
            value={kind}
            onValue={setKind}
          />
        </div>
      )}
      <form
        ref={form}
        noValidate
        onInput={({ target }) => target instanceof HTMLInputElement && grid.type(target)}
        onBlur={({ target }: FocusEvent) => {
          const series = all.find((each) => key(each) === (target as HTMLInputElement).name)
          if (series) grid.leave(series, target as HTMLInputElement)
        }}
        onKeyDown={(event) => moveOnEnter(event, shown, shownKinds.length, grid)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!focusConflict(event.currentTarget)) void saving.run()
        }}
      >
        <Table className={styles['grid']} stacks columns={[t.day.currency, ...columns]}>
          {currencies().map((currency) => (
            <CurrencyRow key={currency} currency={currency} shown={shown} rows={rows} grid={grid} />
          ))}
        </Table>
        <GridFoot grid={grid} />
      </form>
      <GridQuestion grid={grid} />
    </>
  )
}

function GridFoot({ grid }: { readonly grid: DayGrid }) {
  const { all, changed, failure, saved, saving } = grid
  const filled = all.filter((series) => grid.textOf(series) !== '').length
  const doubtful = changed.filter((series) => grid.doubtsOf(series).length > 0).length
  return (
    <>
      <div className="outcome">
        {failure !== undefined && (
          <Notice kind="error" isOutcome>
            {failure}
          </Notice>
        )}
        <SavedNotice saved={saved} />
      </div>
      <div className="spread form-bar" data-screen-only>
        <p role="status">
          {t.day.filled({ filled, count: all.length, doubtful })}
          {changed.length > 0 && <span className="second-line">{t.day.kept}</span>}
        </p>
        <Button
          type="submit"
          kind={changed.length > 0 ? 'primary' : 'quiet'}
          busy={saving.busy}
          busyText={t.entry.saving}
        >
          {t.day.save({ count: changed.length })}
        </Button>
      </div>
    </>
  )
}

function GridQuestion({ grid }: { readonly grid: DayGrid }) {
  const { question } = grid
  if (!question) return null
  return (
    <RateQuestion
      doubts={question.doubts.map(({ series, doubt }) => ({
        name: t.entry.added({ what: seriesName(series), rate: grid.textOf(series) }),
        doubt,
      }))}
      onUse={(at, _, text) => {
        const series = question.doubts[at]?.series
        if (series) grid.replaceText(series, text)
        grid.closeQuestion()
        return Promise.resolve()
      }}
      onSave={(reason) => grid.send(question.given, reason)}
      onClose={() => {
        grid.closeQuestion()
        requestAnimationFrame(() => grid.focus(question.doubts[0]?.series))
      }}
    />
  )
}

/** Moves down the column like a spreadsheet, and from the last currency to the button. */
function moveOnEnter(
  event: KeyboardEvent<HTMLFormElement>,
  shown: readonly Series[],
  columns: number,
  grid: DayGrid,
): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  const at = shown.findIndex((series) => key(series) === target.name)
  if (at < 0) return
  event.preventDefault()
  if (!grid.focus(shown[at + columns]))
    form.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
}

interface CurrencyRowProps {
  readonly currency: Currency
  readonly shown: readonly Series[]
  readonly rows: ReadonlyMap<RateKey, DayRow>
  readonly grid: DayGrid
}

function CurrencyRow({ currency, shown, rows, grid }: CurrencyRowProps) {
  const series = shown.filter((each) => each.currency === currency)
  const questions = series.filter(
    (each) => grid.doubtsOf(each).length > 0 || (!grid.saving.busy && grid.isOvertaken(each)),
  )
  return (
    <>
      <Row>
        <Cell heading>
          {unitsName(currency)} <span className="second-line">{currencyName(currency)}</span>
        </Cell>
        {series.map((each) => (
          <Cell key={each.kind}>
            <RateOfDay series={each} row={rows.get(key(each))} grid={grid} />
          </Cell>
        ))}
      </Row>
      {questions.length > 0 && (
        <Row className={styles['questions']}>
          <Cell />
          <Cell full colSpan={series.length}>
            <div className="fields">
              {questions.map((each) => (
                <Question key={each.kind} series={each} grid={grid} />
              ))}
            </div>
          </Cell>
        </Row>
      )}
    </>
  )
}

interface RateOfDayProps {
  readonly series: Series
  readonly row: DayRow | undefined
  readonly grid: DayGrid
}

function RateOfDay({ series, row, grid }: RateOfDayProps) {
  const name = key(series)
  // Identifiers must not contain spaces.
  const id = name.replaceAll(' ', '-')
  const typed = grid.typed[name]
  const saved = grid.savedText(series)
  const wrong = typed?.wrong
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {series.currency} {t.kindNames[series.kind]}
      </label>
      <RateInput
        key={typed?.base ?? saved}
        id={id}
        name={name}
        className={`control ${styles['rate']} ${grid.doubtsOf(series).length > 0 ? 'doubtful' : ''}`}
        defaultValue={grid.textOf(series)}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={`${id}-known ${id}-wrong`}
      />
      <p id={`${id}-known`} className={`fine-print ${styles['known']}`}>
        <Previous series={series} row={row} grid={grid} />
        <Known row={row} isTyped={typed !== undefined} />
      </p>
      <div id={`${id}-wrong`} aria-live="polite" className="errors">
        {wrong !== undefined && <p>{wrong}</p>}
      </div>
    </>
  )
}

function Known({ row, isTyped }: { readonly row: DayRow | undefined; readonly isTyped: boolean }) {
  const { entry, published } = row ?? {}
  if (entry)
    return (
      <span className={`${styles['who']} ${isTyped ? '' : styles['saved']}`}>
        {isTyped
          ? t.day.savedRate({ rate: entryRate(entry), user: entry.updated_by })
          : t.day.saved({ user: entry.updated_by })}
      </span>
    )
  return (
    published && (
      <span className={styles['who']}>{t.day.published({ rate: entryRate(published) })}</span>
    )
  )
}

function Previous({ series, row, grid }: RateOfDayProps) {
  const { previous } = row ?? {}
  if (!previous) return null
  const age = daysBetween(previous.date, grid.date)
  const format = age < 7 ? weekdayName : age < 300 ? formatDayAndMonth : formatDay
  const typed = typedRate(grid.textOf(series))
  const rate = typed === undefined ? undefined : fromWire(typed)
  return (
    <>
      {rate !== undefined && grid.doubtsOf(series).length === 0 && (
        <RateChangeText change={rate - fromWire(previous.rate)} rate={rate} short />
      )}{' '}
      <span>{t.day.previous({ day: format(previous.date), rate: entryRate(previous) })}</span>{' '}
    </>
  )
}

function Question({ series, grid }: { readonly series: Series; readonly grid: DayGrid }) {
  const [doubt] = grid.doubtsOf(series)
  return (
    <>
      {doubt && (
        <Notice kind="warning">
          <p>
            <strong>{t.kindNames[series.kind]}:</strong> {doubt.sentence}
          </p>
          <UseMeant meant={doubt.meant} onUse={(_, text) => grid.replaceText(series, text)} />
        </Notice>
      )}
      {!grid.saving.busy && grid.isOvertaken(series) && (
        <RateConflict
          now={grid.entryOf(series)}
          onKeepTheirs={() => {
            grid.drop([series])
            requestAnimationFrame(() => grid.focus(series))
          }}
          onKeepMine={() => {
            grid.acceptNewestAsBase(series)
            requestAnimationFrame(() => grid.focus(series))
          }}
        />
      )}
    </>
  )
}
