import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
import { now } from '../page-context.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
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
      <span>
        <Sentence text={accessTokensText.created} time={<ColomboTime instant={token.created_at} />} />
      </span>
      <span>
        <Sentence
          text={isExpired(token) ? accessTokensText.expiredAt : accessTokensText.expiresAt}
          time={<ColomboTime instant={token.expires_at} />}
        />
      </span>
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
