import { useEffect, useState } from 'react'
import { listAuditEntries } from '../../contract/audit-log.ts'
import { call } from '../api.ts'
import { viewInput, type ViewInput } from '../ui/list/list-view.ts'
import type { AuditView } from './audit-view.ts'

const LOOK_MS = 30_000

/**
 * Whether entries have come in that a filter finds and that are newer than the one on show. It looks twice a minute while the tab
 * is in view; what is being read never moves by itself. `newestShown`: 0 where nothing was found, undefined while nothing is known.
 */
export function useNewerEntries(filter: AuditView, newestShown: number | undefined): boolean {
  const [newest, setNewest] = useState(0)
  const query = JSON.stringify(viewInput(filter))
  useEffect(() => {
    setNewest(0)
    const stop = new AbortController()
    const look = () => {
      if (document.hidden) return
      const querystring = { ...(JSON.parse(query) as ViewInput<AuditView>), per_page: '1' }
      call(listAuditEntries, { querystring }, { signal: stop.signal }).then(
        ({ data: [first] }) => setNewest(first?.id ?? 0),
        // The next look may go better.
        () => undefined,
      )
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [query])
  return newestShown !== undefined && newest > newestShown
}
