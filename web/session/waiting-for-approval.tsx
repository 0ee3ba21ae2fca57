import { useEffect } from 'react'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { pauseAfter, useResponse } from '../queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/card.tsx'
import { formatRecent } from '../../text/sentences.ts'
import styles from './session.module.css'
import { userQuery } from './session-state.ts'
import { storedSession, storeSession } from './stored-session.ts'

const ASK_MS = 15_000

/** Not asked while the tab is hidden; the library asks again when it is shown. */
const askedQuery = () => ({
  ...userQuery(),
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: (query: Parameters<typeof pauseAfter>[0]) =>
    query.state.error ? pauseAfter(query) : ASK_MS,
})

/** Shows the steps to an account that can enter rates, until it is approved. */
export default function WaitingForApproval() {
  const today = useToday()
  const own = useResponse(askedQuery()).data?.data
  const isApproved = own?.approved === true
  useEffect(() => {
    const session = storedSession()
    if (isApproved && session) storeSession({ ...session, approved: true })
  }, [isApproved])
  const { title, lead, registered, confirmed, waits, enter, told, goesOn, viewRates } = t.waiting
  const { user, waiting } = own ?? {}
  const [name = ''] = (user ?? storedSession())?.name.split(' ') ?? []
  const at = (instant: string) => formatRecent(instant, today)
  const steps = waiting && [
    {
      step: registered,
      about: t.waiting.registeredAs({ at: at(waiting.registered_at), email: user?.email ?? '' }),
    },
    { step: confirmed, about: t.waiting.confirmedBy({ at: at(waiting.confirmed_at) }) },
    { step: waits, about: told({ at: waiting.told_at === null ? 'none' : at(waiting.told_at) }) },
    { step: enter, about: goesOn },
  ]
  const current = 2
  return (
    <div className={styles['narrow']}>
      <PageTitle lead={lead}>{title({ name })}</PageTitle>
      <div className="card">
        <ol className={styles['steps']}>
          {steps?.map(({ step, about }, index) => (
            <li
              key={step}
              className={index < current ? styles['done'] : undefined}
              aria-current={index === current ? 'step' : undefined}
            >
              <strong>{step}</strong>
              <span className="second-line">{about}</span>
            </li>
          ))}
        </ol>
        <p className="apart">
          <Link href="/rates" className={buttonClass('primary')}>
            {viewRates}
          </Link>
        </p>
      </div>
    </div>
  )
}
