/** How many sessions ended and how many access tokens were revoked, such as `2 sessions ended, 1 access token revoked`. */
export function endedCounts(sessions: number, tokens: number): string {
  const ended = sessions === 1 ? '1 session ended' : `${sessions} sessions ended`
  return tokens === 0 ? ended : `${ended}, ${tokens} access ${tokens === 1 ? 'token' : 'tokens'} revoked`
}
