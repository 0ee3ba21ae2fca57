import { AccessTokens } from './access-tokens.tsx'
import { Link } from '../link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { accessTokensQuery, sessionsQuery } from './user-data-queries.ts'
import { SessionList } from './session-list.tsx'
import { sessionsText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'
import { screensText } from '../text/en/screens.ts'

export const loader = () => [sessionsQuery(), accessTokensQuery()]

/** The user's sessions and access tokens. */
export default function SessionsPage() {
  return (
    <>
      <PageTitle
        lead={
          <Sentence text={sessionsText.lead} account={<Link href="/account">{sessionsText.account}</Link>} />
        }
      >
        {screensText.sessions}
      </PageTitle>
      <div className="stack">
        <SessionList />
        <AccessTokens />
      </div>
      <ToastHost />
    </>
  )
}
