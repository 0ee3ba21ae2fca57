import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatShortDay, formatWeekdayAndDay, speak } from '../../text/sentences.ts'
import { fullTitle } from '../page-context.ts'
import { Button, CopyButton } from './button.tsx'
import { Card } from './card.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { pageNumbers } from './items.tsx'
import { Cell, Row, Table } from './table.tsx'

const list = (names: readonly string[], dialog?: string) => (
  <Card title="Entries">
    <Table columns={['Name', { title: 'Actions', numeric: true }]} stacks>
      {names.map((name) => (
        <Row key={name}>
          <Cell heading>{name}</Cell>
          <Cell numeric>
            <Button>Delete {name}</Button>
          </Cell>
        </Row>
      ))}
    </Table>
    {dialog && (
      <ConfirmDialog
        question={dialog}
        confirmText="Delete"
        onConfirm={() => Promise.resolve()}
        onClose={() => undefined}
      />
    )}
  </Card>
)

test('a table that stacks keeps the roles of its rows and cells', () => {
  render(list(['USD']))
  const roles = [...document.querySelectorAll('table, table [role]')].map((each) =>
    each.getAttribute('role'),
  )
  expect(roles).toEqual(
    'table rowgroup row columnheader columnheader rowgroup row rowheader cell'.split(' '),
  )
})

test('the focus moves to the next row, the row before, then the heading, as rows are removed', async () => {
  const { rerender } = render(list(['USD', 'AUD', 'GBP']))
  screen.getByRole('button', { name: 'Delete AUD' }).focus()
  rerender(list(['USD', 'GBP']))
  const focused = () => document.activeElement?.textContent
  await waitFor(() => expect(focused()).toBe('Delete GBP'))
  rerender(list(['USD']))
  await waitFor(() => expect(focused()).toBe('Delete USD'))
  rerender(list([]))
  await waitFor(() => expect(focused()).toBe('Entries'))
})

test('the focus moves on after the dialog about a row that is gone closes', async () => {
  const { rerender } = render(list(['USD', 'AUD']))
  screen.getByRole('button', { name: 'Delete USD' }).focus()
  rerender(list(['USD', 'AUD'], 'Delete USD?'))
  screen.getByRole('button', { name: 'Cancel', hidden: true }).focus()
  rerender(list(['AUD'], 'Delete USD?'))
  rerender(list(['AUD']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete AUD'))
})

test('the focus moves to the heading of the page when a button outside a card is gone', async () => {
  const page = (hasFailed: boolean) => (
    <>
      <h1 tabIndex={-1}>Averages</h1>
      {hasFailed && <Button>Try again</Button>}
    </>
  )
  const { rerender } = render(page(true))
  screen.getByRole('button', { name: 'Try again' }).focus()
  rerender(page(false))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('a busy button keeps the focus and ignores presses', () => {
  const press = vi.fn()
  render(
    <Button busy busyText="Saving..." onClick={press}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Saving...' })
  button.focus()
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [4, 9, '1 2 3 4 5 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [9, 9, '1 … 8 9'],
])('page %i of %i is paged as %s', (current, last, shown) => {
  const pages = pageNumbers(current, last).map((page) => page ?? '…')
  expect(pages.join(' ')).toBe(shown)
})

test('a page breaks no date over two lines; its title and what it copies have plain spaces', async () => {
  speak('en')
  const [short, long] = [formatShortDay('2026-09-29'), formatWeekdayAndDay('2026-09-29')]
  expect([short, long]).toEqual(['Tue\u00a029\u00a0Sep', 'Tue\u00a029\u00a0Sep\u00a02026'])
  expect(fullTitle(long, 'Rupee Rates')).toBe('Tue 29 Sep 2026 · Rupee Rates')
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<CopyButton figure={`330.9054, ${long}`}>Copy</CopyButton>)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('330.9054, Tue 29 Sep 2026'))
  vi.unstubAllGlobals()
})
