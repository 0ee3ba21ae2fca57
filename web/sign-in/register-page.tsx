import { PageTitle } from '../ui/page-title.tsx'

export default function RegisterPage() {
  return <PageTitle>Create Account</PageTitle>
}
