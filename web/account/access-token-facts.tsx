import type { AccessToken } from '../../contract/access-token.ts'
import { now } from '../page-context.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ColomboMinute, TimeFact } from '../ui/colombo-time.tsx'
import { t } from '../../text/sentences.ts'
import { Sentence } from '../ui/sentence.tsx'

export function isExpired(token: AccessToken): boolean {
  return Date.parse(token.expires_at) <= now().getTime()
}

/** Name of a token, marked where it has expired. */
export function AccessTokenName({ token }: { readonly token: AccessToken }) {
  return (
    <>
      <strong>{token.name}</strong>
      {isExpired(token) && <Badge tone="warning">{t.accessTokens.expired}</Badge>}
    </>
  )
}

/** What a token permits, how long, and when and from where it was last used. */
export function AccessTokenFacts({ token }: { readonly token: AccessToken }) {
  return (
    <>
      <span>{t.accessTokens.scopes[token.scope]}</span>
      <TimeFact text={t.accessTokens.created} instant={token.created_at} />
      <TimeFact
        text={isExpired(token) ? t.accessTokens.expiredAt : t.accessTokens.expiresAt}
        instant={token.expires_at}
      />
      {token.last_used_at === null ? (
        <span>{t.accessTokens.neverUsed}</span>
      ) : (
        <span>
          <Sentence
            text={t.accessTokens.lastUsed}
            time={<ColomboMinute instant={token.last_used_at} />}
          />
          {token.last_used_device !== null && `, ${token.last_used_device}`}
          {token.last_used_ip !== null && `, ${token.last_used_ip}`}
        </span>
      )}
    </>
  )
}
