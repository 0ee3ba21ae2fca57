import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { formatDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { Redirect } from '../link.tsx'
import type { Place } from '../load-page.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { ListStates } from '../ui/list.tsx'
import { Pagination } from '../ui/items.tsx'
import { LinkTabs } from '../ui/menu.tsx'
import { AuditChain, auditStateQuery } from './audit-chain.tsx'
import { AuditItem } from './audit-entry.tsx'
import { AuditExport, AuditFilters, auditUsersQuery } from './audit-filters.tsx'
import {
  auditAddress,
  auditListQuery,
  dropPaging,
  readParameters,
  type Parameters,
} from './audit-parameters.ts'
import styles from './audit-log.module.css'

const PAGE_SIZES = ['15', '50', '100']

export const loader = ({ search }: Place) => [
  auditListQuery(readParameters(search)),
  auditStateQuery(),
  auditUsersQuery(),
]

export function Component() {
  const parameters = readParameters(usePlace().search)
  const query = useResponse(auditListQuery(parameters))
  const { data: shown } = query
  const entries = shown?.data ?? []
  const filter = dropPaging(parameters)
  const next = readParameters(useNextPlace().search)
  const { page = '1' } = parameters
  const keepSize = ({ per_page }: Parameters) => (per_page === undefined ? {} : { per_page })
  const count = useRef<HTMLParagraphElement>(null)
  const newest = shown && page === '1' ? (entries[0]?.id ?? 0) : undefined
  const hasNewer = useNewerEntries(filter, newest)
  // `up_to` keeps the pages still while entries come in.
  const addressOf = (number: number) => {
    const upTo = parameters['up_to'] ?? String(shown?.newest_id)
    const paging = number > 1 ? { page: String(number), up_to: upTo } : {}
    return auditAddress({ ...filter, ...keepSize(parameters), ...paging })
  }
  if (shown && entries.length === 0 && Number(page) > shown.last_page)
    return <Redirect to={addressOf(shown.last_page)} />
  return (
    <>
      <PageTitle aside={<AuditExport parameters={parameters} />}>{t.screens.auditTrail}</PageTitle>
      <AuditChain />
      <AuditFilters
        filter={dropPaging(next)}
        actions={shown?.actions ?? []}
        onFilter={(chosen, isTyping) => {
          void navigate(auditAddress({ ...chosen, ...keepSize(next) }), { replace: isTyping })
        }}
      />
      {shown?.details === 'own' && <p className="mb fine-print">{t.auditTrail.ownDetails}</p>}
      {hasNewer && <NewerEntries onShow={() => count.current?.focus()} />}
      <ListStates query={query} rows={10}>
        {entries.length > 0 ? (
          <Timeline entries={entries} isFetching={query.isFetching} />
        ) : (
          shown && !query.error && <NoMatches search={filter['search']} />
        )}
      </ListStates>
      <div className={`spread below ${styles['foot']}`}>
        <p ref={count} tabIndex={-1} className="muted" role="status">
          {shown &&
            shown.total > 0 &&
            `${t.auditTrail.entries({ total: shown.total, isMinimum: shown.total_is_minimum })} ${t.auditTrail.lead}`}
        </p>
        {shown && shown.total > Number(PAGE_SIZES[0]) && (
          <PageSizes filter={dropPaging(next)} chosen={next['per_page'] ?? '15'} />
        )}
      </div>
      {shown && (
        <Pagination
          current={shown.current_page}
          last={shown.last_page}
          label={t.auditTrail.pages}
          addressOf={addressOf}
        />
      )}
    </>
  )
}

/** `onShow` moves the focus, because the button disappears once the entries are shown. */
function NewerEntries({ onShow }: { readonly onShow: () => void }) {
  const client = useQueryClient()
  const show = () => {
    refresh(client, 'audit-log')
    onShow()
  }
  return (
    <div className="mb" data-screen-only role="status">
      <Button kind="quiet" onClick={show}>
        {t.auditTrail.showNew}
      </Button>
    </div>
  )
}

function NoMatches({ search = null }: { search?: string | null | undefined }) {
  return (
    <Card title={t.auditTrail.noMatches({ search })} lead={t.auditTrail.tryOther}>
      <Button kind="quiet" onClick={() => void navigate('/auditlog')}>
        {t.auditTrail.clear}
      </Button>
    </Card>
  )
}

interface TimelineProps {
  readonly entries: readonly AuditEntry[]
  readonly isFetching: boolean
}

function Timeline({ entries, isFetching }: TimelineProps) {
  const { today } = usePlace()
  const days = Map.groupBy(entries, ({ created_at: at }) => dayInColombo(new Date(at)))
  return (
    <div className="card stack" aria-busy={isFetching}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            {day === today ? t.auditTrail.today({ day: formatDay(day) }) : formatWeekdayAndDay(day)}
          </h2>
          <ol className={styles['timeline']}>
            {ofDay.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function PageSizes({ filter, chosen }: { readonly filter: Parameters; readonly chosen: string }) {
  return (
    <LinkTabs
      label={t.auditTrail.perPage}
      choices={PAGE_SIZES}
      chosen={chosen}
      current="true"
      addressOf={(size) => auditAddress({ ...filter, ...(size !== '15' && { per_page: size }) })}
      textOf={(count) => t.auditTrail.onAPage({ count })}
    />
  )
}

/**
 * Checks twice a minute for newer entries; the list never moves by itself. `newestShown` is 0 for
 * an empty list and undefined while it loads.
 */
export function useNewerEntries(filter: Parameters, newestShown: number | undefined): boolean {
  const query = { ...(filter as object), page: '1', per_page: '1' }
  const { data: newest } = useQuery({
    queryKey: ['newest entry', query],
    queryFn: async ({ signal }) =>
      (await call('GET /api/audit-logs', { query }, { signal })).data[0]?.id ?? 0,
    // The list itself has just been requested.
    initialData: 0,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
    networkMode: 'online',
  })
  return newestShown !== undefined && newest > newestShown
}
