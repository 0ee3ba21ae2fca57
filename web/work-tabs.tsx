import type { CalendarDate } from '../domain/calendar-date.ts'
import {
  expectedKinds,
  isPublisher,
  knownPublisher,
  publisherName,
  publishers,
  RATE_KINDS,
  type RateKind,
} from '../domain/series.ts'
import { t } from '../text/sentences.ts'
import { withQuery } from './api.ts'
import { useToday } from './page-context.ts'
import { useDestination, usePlace } from './pages.tsx'
import { LinkTabs } from './ui/menu.tsx'

/** The kinds of a day: customs rates hold for weeks and have a form of their own. */
export const dayKinds = (publisher?: string): readonly RateKind[] =>
  publisher ? expectedKinds(publisher) : RATE_KINDS.filter((kind) => kind !== 'customs')

/** Returns the address of a day; today's has none, so that it shows the next day tomorrow. */
export function enterAddress(
  { date, tab }: { date: CalendarDate; tab: string },
  today?: CalendarDate,
): string {
  return withQuery('/enter', {
    ...(date !== today && { date }),
    ...(tab === 'customs' && { kind: tab }),
    ...(isPublisher(tab) && { publisher: tab }),
  })
}

export const tabName = (tab: string) =>
  tab === 'rates' || tab === 'customs' || tab === 'file' ? t.day.tabs[tab] : publisherName(tab)

/** Returns `rates` (the main rates), `customs`, or the id of a bank. */
export const readTab = (search: URLSearchParams): string =>
  search.get('kind') === 'customs'
    ? 'customs'
    : (knownPublisher(search.get('publisher')) ?? 'rates')

/** The tabs of `/enter` and `/import`, which is the tab `file`. */
export function EnterTabs({ date }: { readonly date?: CalendarDate }) {
  const today = useToday()
  const [shown, next] = [usePlace(), useDestination()]
  const { path, search } = ['/enter', '/import'].includes(next.path) ? next : shown
  return (
    <div className="mb">
      <LinkTabs
        label={t.day.kinds}
        choices={['rates', ...publishers().map(({ id }) => id), 'customs', 'file']}
        chosen={path === '/import' ? 'file' : readTab(search)}
        current="page"
        addressOf={(each) =>
          each === 'file' ? '/import' : enterAddress({ date: date ?? today, tab: each }, today)
        }
        textOf={tabName}
      />
    </div>
  )
}

const SHEET_WORK = ['fill', 'check', 'value'] as const
export type SheetWork = (typeof SHEET_WORK)[number]

export const readSheetWork = (search: URLSearchParams): SheetWork =>
  SHEET_WORK.find((each) => each === search.get('do')) ?? 'check'

/** The tabs of `/check` and `/policies`. */
export function SheetTabs() {
  const { path, search } = useDestination()
  return (
    <div className="mb">
      <LinkTabs
        label={t.tabs.sheets}
        choices={[...SHEET_WORK, 'policies'] as const}
        chosen={path === '/check' ? readSheetWork(search) : 'policies'}
        current="page"
        addressOf={(each) =>
          each === 'policies' ? '/policies' : each === 'check' ? '/check' : `/check?do=${each}`
        }
        textOf={(each) => (each === 'policies' ? t.screens.policies : t.rateCheck.tabs[each])}
      />
    </div>
  )
}
