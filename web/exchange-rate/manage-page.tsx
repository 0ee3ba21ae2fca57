import { PageTitle } from '../ui/page-title.tsx'

export default function ManagePage() {
  return <PageTitle>Manage Exchange Rates</PageTitle>
}
