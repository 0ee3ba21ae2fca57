import { PageTitle } from '../ui/page-title.tsx'

export default function HomePage() {
  return <PageTitle>CURRENCY EXCHANGE</PageTitle>
}
