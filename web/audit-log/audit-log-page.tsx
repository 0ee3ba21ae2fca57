import { type Place, Redirect, navigate, usePlace } from '../pages.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Card } from '../ui/card.tsx'
import cardStyles from '../ui/card.module.css'
import { ListStates } from '../ui/list/list-states.tsx'
import { atPage } from '../ui/list/list-view.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { AuditChain } from './audit-chain.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditItem } from './audit-item.tsx'
import { formatDay, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import styles from './audit-log.module.css'
import {
  auditListQuery,
  auditStateQuery,
  auditUsersQuery,
  auditAddress,
  filterOf,
  isOfPeople,
  readAuditView,
  useNewerEntries,
  PAGE_SIZES,
  type AuditView,
} from './audit-queries.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Pagination } from '../ui/list/pagination.tsx'

export const loader = ({ search }: Place) => [
  auditListQuery(readAuditView(search)),
  auditStateQuery(),
  auditUsersQuery(),
]

/** Everything that was done, the newest first. */
export function Component() {
  const view = readAuditView(usePlace().search)
  const client = useQueryClient()
  const query = useResponse(auditListQuery(view))
  const { data: shown } = query
  const entries = shown?.data ?? []
  const { page, per_page } = view
  const filter = filterOf(view)
  const count = useRef<HTMLParagraphElement>(null)
  const newer = useNewerEntries(filter, shown && page === '' ? (entries[0]?.id ?? 0) : undefined)
  if (shown && entries.length === 0 && Number(page || 1) > shown.last_page)
    return <Redirect to={auditAddress(atPage(view, shown.last_page))} />
  return (
    <>
      <PageTitle aside={<AuditExport filter={filter} />}>{t.screens.auditTrail}</PageTitle>
      <AuditChain newest={shown?.newest_id} />
      <AuditFilters
        view={filter}
        actions={shown?.actions ?? []}
        mayClear={entries.length > 0}
        onView={(chosen, typing = false) =>
          navigate(auditAddress({ ...chosen, per_page }), { replace: typing })
        }
      />
      {shown?.details === 'own' && <p className="above fine-print">{t.auditTrail.masked}</p>}
      {newer && (
        <ShowNew
          onShow={() => {
            refresh(client, 'audit-log')
            // The button goes once they are there.
            count.current?.focus()
          }}
        />
      )}
      <ListStates query={query} rows={10}>
        {entries.length > 0 ? (
          <Timeline entries={entries} isFetching={query.isFetching} />
        ) : (
          shown && !query.error && <NoMatches view={view} onClear={() => count.current?.focus()} />
        )}
      </ListStates>
      <div className="apart below">
        <p ref={count} tabIndex={-1} className="muted" role="status">
          {shown && shown.total > 0 && totalText(shown, view)}
        </p>
        {shown && shown.total > Number(PAGE_SIZES[0]) && <PageSizes view={view} />}
      </div>
      {shown && (
        <Pagination
          current={shown.current_page}
          last={shown.last_page}
          label={t.auditTrail.pages}
          addressOf={(page) =>
            auditAddress(atPage({ ...view, up_to: view.up_to || String(shown.newest_id) }, page))
          }
        />
      )}
    </>
  )
}

type AuditPage = ResponseOf<'GET /api/audit-logs'>

/** How many entries a view has, and what it leaves out. */
const totalText = ({ total, total_is_minimum: isMinimum }: AuditPage, view: AuditView) =>
  `${t.auditTrail.entries({ total, isMinimum, isOfPeople: isOfPeople(view) })} ${t.auditTrail.lead}`

/** Stands in the place of the entries where none is found. */
function NoMatches({ view, onClear }: { readonly view: AuditView; readonly onClear: () => void }) {
  return (
    <Card
      title={t.auditTrail.noMatches({ search: view.search || null })}
      lead={t.auditTrail.tryOther({ isOfPeople: isOfPeople(view) })}
    >
      <Button
        kind="quiet"
        onClick={() => {
          navigate(auditAddress({ per_page: view.per_page }))
          // The button goes with its card.
          onClear()
        }}
      >
        {t.auditTrail.clear}
      </Button>
    </Card>
  )
}

function ShowNew({ onShow }: { readonly onShow: () => void }) {
  return (
    <div className="above" data-screen-only role="status">
      <Button kind="quiet" onClick={onShow}>
        {t.auditTrail.showNew}
      </Button>
    </div>
  )
}

interface TimelineProps {
  readonly entries: readonly AuditEntry[]
  readonly isFetching: boolean
}

/** The entries, those of a day together. */
function Timeline({ entries, isFetching }: TimelineProps) {
  const { today } = usePlace()
  return (
    <div className={classNames('stack', cardStyles['card'])} aria-busy={isFetching}>
      {[...Map.groupBy(entries, dayOf)].map(([day, ofDay]) => (
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

const dayOf = ({ created_at: at }: AuditEntry) => dayInColombo(new Date(at))

/** How much a page may hold: a long one is read and printed at once. */
function PageSizes({ view }: { readonly view: AuditView }) {
  return (
    <LinkTabs
      label={t.auditTrail.perPage}
      choices={PAGE_SIZES}
      chosen={PAGE_SIZES.find((size) => size === view.per_page) ?? PAGE_SIZES[0]}
      current="true"
      addressOf={(size) =>
        auditAddress({ ...view, page: '', per_page: size === PAGE_SIZES[0] ? '' : size })
      }
      textOf={(count) => t.auditTrail.onAPage({ count })}
    />
  )
}
