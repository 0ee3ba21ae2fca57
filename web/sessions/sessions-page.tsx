import { PageTitle } from '../ui/page-title.tsx'

export default function SessionsPage() {
  return <PageTitle>Sessions</PageTitle>
}
