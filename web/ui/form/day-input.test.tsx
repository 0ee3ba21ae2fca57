import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DayInput } from './day-input.tsx'
import { Filters } from './filters.tsx'
import { Field, Select } from './form.tsx'

const field = () => screen.getByLabelText<HTMLInputElement>('Day')
const choose = (day: string) => fireEvent.change(field(), { target: { value: day } })

test('a day counts when its year is complete; a later day is refused, an empty field resets', () => {
  const onDay = vi.fn()
  const input = (value: string) => (
    <DayInput label="Day" name="date" max="2026-09-29" value={value} onDay={onDay} />
  )
  const { rerender } = render(input('2026-09-28'))
  choose('0202-09-24')
  choose('2026-09-30')
  expect(onDay).not.toHaveBeenCalled()
  expect(screen.getByText('Choose 29 Sep 2026 or an earlier day.')).toBeTruthy()
  choose('2026-09-24')
  expect(onDay.mock.calls).toEqual([['2026-09-24']])
  expect(screen.queryByText('Choose 29 Sep 2026 or an earlier day.')).toBeNull()

  choose('')
  fireEvent.blur(field())
  expect(field().value).toBe('2026-09-28')
  rerender(input('2026-09-22'))
  expect(field().value).toBe('2026-09-22')
})

test('a day typed on the way to a refused one does not count', () => {
  const onDay = vi.fn()
  const onRefused = vi.fn()
  const input = (value: string) => (
    <DayInput
      label="Day"
      name="date"
      max="2026-09-29"
      value={value}
      onDay={onDay}
      onRefused={onRefused}
    />
  )
  const { rerender } = render(input('2026-08-31'))
  fireEvent.keyDown(field(), { key: '3' })
  choose('2026-09-03')
  rerender(input('2026-09-03'))
  fireEvent.keyDown(field(), { key: '0' })
  choose('2026-09-30')
  expect(onDay.mock.calls).toEqual([['2026-09-03'], ['2026-08-31']])
  rerender(input('2026-08-31'))
  expect(field().value, 'what was typed stays').toBe('2026-09-30')
  expect(screen.getByText('Choose 29 Sep 2026 or an earlier day.')).toBeTruthy()
  expect(onRefused).toHaveBeenLastCalledWith(true)
  choose('2026-09-24')
  rerender(input('2026-09-24'))
  expect(onRefused).toHaveBeenLastCalledWith(false)
})

test('filters report filled fields, text after a pause, and follow the address', () => {
  vi.useFakeTimers()
  const onChange = vi.fn()
  const filters = (values: Record<string, string>) => (
    <Filters label="Entries" values={values} onChange={onChange}>
      <Select label="Kind" name="kind" values={['', 'customs']} />
      <Field label="Day" name="from" type="date" max="2026-09-29" />
      <Field label="Search" name="search" type="search" />
    </Filters>
  )
  const { rerender } = render(filters({ kind: 'customs' }))
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  type('Day', '2026-09-30')
  expect(onChange).not.toHaveBeenCalled()
  type('Day', '2026-09-24')
  expect(onChange).toHaveBeenLastCalledWith({ kind: 'customs', from: '2026-09-24' }, false)
  type('Search', 'import')
  expect(onChange).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(onChange).toHaveBeenLastCalledWith(
    { kind: 'customs', from: '2026-09-24', search: 'import' },
    true,
  )
  rerender(filters({ search: 'manual' }))
  expect(screen.getByLabelText<HTMLSelectElement>('Kind').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('manual')
})
