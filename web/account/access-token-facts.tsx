import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
import { now } from '../page-context.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ColomboTime, TimeFact } from '../ui/colombo-time.tsx'
import { accessTokensText } from '../text/en/access-tokens.ts'
import { Sentence } from '../ui/sentence.tsx'

export function isExpired(token: AccessToken): boolean {
  return Date.parse(token.expires_at) <= now().getTime()
}

/** Name of a token, marked where it has expired. */
export function AccessTokenName({ token }: { readonly token: AccessToken }) {
  return (
    <>
      <strong>{token.name}</strong>
      {isExpired(token) && <Badge tone="warning">{accessTokensText.expired}</Badge>}
    </>
  )
}

/** What a token permits, how long, and when and from where it was last used. */
export function AccessTokenFacts({ token }: { readonly token: AccessToken }) {
  return (
    <>
      <span>{accessTokensText.scopes[token.scope]}</span>
      <TimeFact text={accessTokensText.created} instant={token.created_at} />
      <TimeFact
        text={isExpired(token) ? accessTokensText.expiredAt : accessTokensText.expiresAt}
        instant={token.expires_at}
      />
      {token.last_used_at === null ? (
        <span>{accessTokensText.neverUsed}</span>
      ) : (
        <span>
          <Sentence text={accessTokensText.lastUsed} time={<ColomboTime instant={token.last_used_at} />} />
          {token.last_used_device !== null && `, ${token.last_used_device}`}
          {token.last_used_ip !== null && `, ${token.last_used_ip}`}
        </span>
      )}
    </>
  )
}
