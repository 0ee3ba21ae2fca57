import type { CalendarDate } from '../../domain/calendar-date.ts'
import { isPublisher, publisherName, publishers } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { useToday } from '../page-context.ts'
import { LinkTabs } from '../ui/menu.tsx'

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

interface EnterTabsProps {
  readonly tab: string
  readonly date?: CalendarDate
}

/** Central Bank, each bank, Customs, From a file. */
export function EnterTabs({ tab, date }: EnterTabsProps) {
  const today = useToday()
  return (
    <div className="mb">
      <LinkTabs
        label={t.day.kinds}
        choices={['rates', ...publishers().map(({ id }) => id), 'customs', 'file']}
        chosen={tab}
        current="page"
        addressOf={(each) =>
          each === 'file' ? '/import' : enterAddress({ date: date ?? today, tab: each }, today)
        }
        textOf={tabName}
      />
    </div>
  )
}
