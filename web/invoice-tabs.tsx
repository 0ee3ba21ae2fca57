import { t } from '../text/sentences.ts'
import { useDestination } from './pages.tsx'
import { LinkTabs } from './ui/menu.tsx'

const PAGES = ['/check', '/policies'] as const

export function InvoiceTabs() {
  const { path } = useDestination()
  return (
    <LinkTabs
      label={t.tabs.invoices}
      choices={PAGES}
      chosen={PAGES.find((each) => each === path)}
      current="true"
      addressOf={(page) => page}
      textOf={(page) => (page === '/check' ? t.tabs.checkSheet : t.screens.policies)}
    />
  )
}
