/** What one's own account responds with. */
export const accountText = {
  nameChanged: 'Name changed',
  otherEmail: 'This is not the email address of your account.',
  closed: 'Your account is closed and your personal data is erased.',
  noUser: 'There is no such user, or they have been erased already.',
  linkDead: 'This link has been used or has expired. Sign in to see and end your sessions.',
}

/** What one's own access tokens respond with. */
export const accessTokensText = {
  created: 'Access token created. Copy it now: it is not shown again.',
  revoked: 'Access token revoked',
  none: 'You have no such access token.',
  signInRecently: 'For your security, sign in again to create a token.',
  tooMany: (most: number) => `You have ${most} access tokens. Revoke one that you no longer use.`,
}
