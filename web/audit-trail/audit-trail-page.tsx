import { PageTitle } from '../ui/page-title.tsx'

export default function AuditTrailPage() {
  return <PageTitle>Audit Trail</PageTitle>
}
