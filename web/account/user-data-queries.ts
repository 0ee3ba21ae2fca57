import { listAccessTokens } from '../../contract/access-token.ts'
import { listSessions, readUser } from '../../contract/sign-in.ts'
import { queryOf } from '../queries.ts'

/** Who is signed in. */
export const userQuery = () => queryOf('user', readUser, {})

/** One's own live sessions. */
export const sessionsQuery = () => queryOf('sessions', listSessions, {})

/** One's own personal access tokens. */
export const accessTokensQuery = () => queryOf('access-tokens', listAccessTokens, {})

/** What the account's screen shows. */
export const accountLoader = () => [userQuery()]

/** What the sessions' screen shows. */
export const sessionsLoader = () => [sessionsQuery(), accessTokensQuery()]
