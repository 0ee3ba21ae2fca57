import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import { currencies } from '../../domain/currency.ts'
import { DEFAULT_KIND, isRateKind, publishers, RATE_KINDS } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { call, withQuery } from '../api.ts'
import { Link, Redirect } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'
import { useNewestChange } from '../rates/live-rates.tsx'
import type { Place } from '../load-page.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { useDraft } from '../ui/form/draft.ts'
import { Filters } from '../ui/form/filters.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { ListStates } from '../ui/list.tsx'
import { Pagination, useChanges, type Changes } from '../ui/items.tsx'
import { showToast, ToastHost } from '../ui/toast.tsx'
import { AddRate, CurrencyField, DateField } from './add-rate.tsx'
import { EditRate } from './edit-rate.tsx'
import { EntriesTable } from './entries-table.tsx'
import { changedDays, FinalMonths } from '../rates/final-months.tsx'
import { useSavedRates, type SavedRates } from './saved-rates.tsx'
import { entryName, entryRate } from './rate-changes.ts'
import { typeInto } from '../ui/form/rate-field.tsx'
import { NumberRateField } from './rate-input.tsx'

type Params = Readonly<Record<string, string>>

/** The entries that an address lists: without `kind` indicative rates, with `kind=all` all. */
function entriesQuery({ kind = DEFAULT_KIND, ...params }: Params) {
  const hasBanks = kind !== DEFAULT_KIND && publishers().length > 0
  const query = {
    ...(kind !== 'all' && { kind }),
    ...(hasBanks && { publisher: 'all' }),
    ...params,
  }
  // The server refuses what an address must not contain.
  return createQuery('entries', 'GET /api/exchange-rate/recent', { query: query as object })
}

const readParams = (search: URLSearchParams): Params => Object.fromEntries(search)

const withoutPage = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'page'))

export const loader = ({ search }: Place) => [entriesQuery(readParams(search))]

export function Component() {
  const draft = useDraft<Params>('manage')
  const saved = useSavedRates()
  const [savedId, setSavedId] = useState<number>()
  const page = useRef<HTMLDivElement>(null)
  useNewestChange()
  // Specification, section 4: the rate field is cleared after deleting a rate, too.
  const clearRate = () => {
    const input = page.current?.querySelector<HTMLInputElement>('form [name=rate]')
    if (input) typeInto(input, '')
  }
  return (
    <>
      <PageTitle lead={t.manage.lead}>{t.screens.manage}</PageTitle>
      <div className="stack" ref={page}>
        <Card title={t.manage.add} hideTitle>
          <AddRate
            draft={draft}
            saved={saved}
            label={t.manage.label}
            button={t.manage.add}
            busyText={t.manage.adding}
            onSaved={({ id }) => setSavedId(id)}
          >
            <DateField />
            <CurrencyField name="currency" label={t.manage.columns.currency} />
            <NumberRateField label={t.entry.rate} placeholder={t.manage.placeholder} />
          </AddRate>
        </Card>
        <ManageList saved={saved} savedId={savedId} onDeleted={clearRate} />
      </div>
      <ToastHost />
    </>
  )
}

interface ManageListProps {
  readonly saved: SavedRates
  readonly savedId: number | undefined
  readonly onDeleted?: (() => void) | undefined
}

export function ManageList({ saved, savedId, onDeleted }: ManageListProps) {
  const params = readParams(usePlace().search)
  const filters = withoutPage(params)
  const isDeleted = params['state'] === 'deleted'
  const query = useResponse(entriesQuery(params))
  const { data: shown, error } = query
  const changes = useChanges(['rates', 'entries'], saved.forget)
  const [editing, setEditing] = useState<ManualRate>()
  const [deleting, setDeleting] = useState<ManualRate>()
  const listed = JSON.stringify(filters)
  const forgetFailure = useEffectEvent(changes.forgetFailure)
  useEffect(() => forgetFailure(), [listed])

  if (shown && shown.current_page > shown.last_page)
    return <Redirect to={listAddress(filters, shown.last_page)} />
  const entries = shown?.data ?? []
  return (
    <Card
      title={isDeleted ? t.manage.deleted : t.manage.recent}
      lead={shown ? <EntriesCount count={shown.total} filters={filters} /> : '\u00a0'}
      aside={<ListLinks isDeleted={isDeleted} isFilled={shown?.total !== 0 || listed !== '{}'} />}
    >
      <ListStates
        query={query}
        failure={changes.failure}
        rows={8}
        empty={entries.length === 0 && !error && t.entry.none}
      >
        <EntriesTable
          entries={entries}
          isDeleted={isDeleted}
          saved={saved}
          savedId={savedId}
          onEdit={setEditing}
          onDelete={setDeleting}
          onRestore={(entry) => restoreEntry(entry, changes)}
        />
      </ListStates>
      {shown && (
        <Pagination
          current={shown.current_page}
          last={shown.last_page}
          label={t.manage.pages}
          addressOf={(page) => listAddress(filters, page)}
        />
      )}
      {editing && (
        <EditRate
          entry={entries.find(({ id }) => id === editing.id) ?? editing}
          changes={changes}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <DeleteDialog
          entry={deleting}
          changes={changes}
          onDeleted={onDeleted}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Card>
  )
}

interface EntriesCountProps {
  readonly count: number
  readonly filters: Params
}

/** Names the kind that is listed, with the way to those of all kinds. */
function EntriesCount({ count, filters }: EntriesCountProps) {
  const { kind = DEFAULT_KIND } = filters
  if (!isRateKind(kind)) return t.manage.count({ count })
  return (
    <>
      {t.manage.countOf({ count, kind: t.kindNames[kind] })}{' '}
      <Link href={listAddress({ ...filters, kind: 'all' }, 1)}>{t.manage.allKinds}</Link>
    </>
  )
}

const listAddress = (filters: Params, page: number) =>
  withQuery('/manage', { ...filters, ...(page > 1 && { page: String(page) }) })

interface ListLinksProps {
  readonly isDeleted: boolean
  readonly isFilled: boolean
}

const ListLinks = ({ isDeleted, isFilled }: ListLinksProps) => (
  <>
    {isFilled && <ManageFilters />}
    <Link href={isDeleted ? '/manage' : '/manage?state=deleted'}>
      {isDeleted ? t.manage.toLive : t.manage.toDeleted}
    </Link>
  </>
)

function ManageFilters() {
  const params = withoutPage(readParams(useNextPlace().search))
  const today = useToday()
  const { state, sort, direction, ...filters } = params
  const [isOpen, setOpen] = useState(Object.keys(params).some((name) => name !== 'state'))
  const order = sort === undefined ? '' : `${sort} ${direction ?? 'desc'}`
  const change = ({ order = '', ...chosen }: Params) => {
    const [sort, direction] = order.split(' ')
    void navigate(
      withQuery('/manage', {
        ...(state && { state }),
        ...chosen,
        ...(sort && { sort }),
        ...(direction && { direction }),
      }),
    )
  }
  return (
    <Disclosure
      summary={t.filter.summary}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {isOpen && (
        <Filters
          label={t.filter.label}
          values={{ ...filters, ...(order && { order }) }}
          onChange={change}
        >
          <Select
            label={t.filter.currency}
            name="currency"
            values={['', ...currencies()]}
            textOf={(currency) => currency || t.filter.allCurrencies}
          />
          <Select
            label={t.filter.kind}
            name="kind"
            values={['', ...RATE_KINDS.filter((kind) => kind !== DEFAULT_KIND), 'all']}
            textOf={(kind) =>
              kind === 'all' ? t.filter.allKinds : t.kindNames[kind || DEFAULT_KIND]
            }
          />
          <BankSelect none={t.filter.allBanks} />
          <Select
            label={t.filter.sortBy}
            name="order"
            values={Object.keys(t.filter.orders) as (keyof typeof t.filter.orders)[]}
            textOf={(name) => t.filter.orders[name]}
          />
          <Field label={t.filter.from} name="from" type="date" min="1950-01-01" max={today} />
          <Field label={t.filter.to} name="to" type="date" min="1950-01-01" max={today} />
        </Filters>
      )}
    </Disclosure>
  )
}

interface DeleteDialogProps extends Pick<ManageListProps, 'onDeleted'> {
  readonly entry: ManualRate
  readonly changes: Changes
  readonly onClose: () => void
}

function DeleteDialog({ entry, changes, onDeleted, onClose }: DeleteDialogProps) {
  const reason = useRef('')
  const remove = async () => {
    const given = reason.current.trim()
    const input = {
      params: { id: String(entry.id) },
      ...(given !== '' && { body: { reason: given } }),
    }
    const { message } = await call('DELETE /api/exchange-rate/manual/:id', input)
    onDeleted?.()
    showToast({
      text: t.entry.did({ message, what: entryName(entry) }),
      more: <FinalMonths days={changedDays([{ before: entry, after: null }])} />,
      action: { label: t.entry.undo, run: () => void restoreEntry(entry, changes) },
    })
  }
  return (
    <ConfirmDialog
      question={t.manage.question}
      confirmText={t.manage.delete}
      onConfirm={() => changes.make(remove)}
      onClose={onClose}
    >
      <p>
        {t.manage.entry({ what: entryName(entry), rate: entryRate(entry), user: entry.created_by })}
      </p>
      <p className="muted">{t.manage.effect}</p>
      <Field label={t.warning.reason} name="reason" hint={t.warning.reasonHint}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={500}
            onChange={(event) => (reason.current = event.target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}

const restoreEntry = (entry: ManualRate, changes: Changes): Promise<void> =>
  changes.make(async () => {
    const params = { id: String(entry.id) }
    const { message } = await call('POST /api/exchange-rate/manual/:id/restore', { params })
    showToast({
      text: t.entry.did({ message, what: entryName(entry) }),
      more: <FinalMonths days={changedDays([{ before: null, after: entry }])} />,
    })
  })
