import { PageTitle } from '../ui/page-title.tsx'

export default function RatesPage() {
  return <PageTitle>Currency Exchange Rates</PageTitle>
}
