import { listAccessTokens } from '../../contract/access-token.ts'
import { listSessions, readUser } from '../../contract/sign-in.ts'
import { queryOf } from '../queries.ts'

/** Who is signed in. */
export const userQuery = () => queryOf('user', readUser, {})

/** One's own live sessions. */
export const sessionsQuery = () => queryOf('sessions', listSessions, {})

/** One's own personal access tokens. */
export const accessTokensQuery = () => queryOf('access-tokens', listAccessTokens, {})
