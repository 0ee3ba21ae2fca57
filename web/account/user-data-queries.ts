import { listAccessTokens } from '../../contract/access-token.ts'
import { listSessions } from '../../contract/sign-in.ts'
import { queryOf } from '../queries.ts'

/** One's own live sessions. */
export const sessionsQuery = () => queryOf('sessions', listSessions, {})

/** One's own personal access tokens. */
export const accessTokensQuery = () => queryOf('access-tokens', listAccessTokens, {})
