import { queryOf } from '../queries.ts'

/** One's own live sessions. */
export const sessionsQuery = () => queryOf('sessions', 'GET /api/auth/sessions', {})

/** One's own personal access tokens. */
export const accessTokensQuery = () => queryOf('access-tokens', 'GET /api/auth/access-tokens', {})
