import { waitInWords } from './http.ts'

/** What registering and signing in respond with. */
export const signInText = {
  registered: 'Registration successful! Check your email for a OTP link.',
  alreadyRegistered: 'The Email is already Registered',
  notRegistered: 'Email not registered please signup',
  codeSent: 'OTP sent to your email' as const,
  signedIn: (email: string) => `Signed in as ${email}`,
  signedOut: 'Signed out',
  codeWrong: 'This code is wrong, or it has been used or replaced by a newer one.',
  codeExpired: 'OTP has expired. Please request a new one.',
  linkDead: 'This link has been used or replaced, or has expired. Request a new code.',
  codesPaused: (wait: number) =>
    `Too many wrong codes for this address. Try again in ${waitInWords(wait)}, or use the link ` +
    'in the email.',
  codesStopped: (failures: number) =>
    `${failures} wrong codes in a row: codes are no longer accepted for this address. Use the ` +
    'link in the email.',
  suspended: 'This account is suspended. Contact the administrator of this service.',
  domainsOnly: (domains: readonly string[]) =>
    'Only email addresses at ' +
    `${new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)} can register here.`,
  invitedOnly:
    'Registration is by invitation only. Ask the administrator of this site for an invitation ' +
    'to this address.',
  notApproved:
    'Your account has not been approved yet. Ask an administrator of this site to approve it.',
  sessionOnly: 'A personal access token may not do this. Sign in yourself.',
  readOnly: 'This access token may only read.',
  tooManyRegistrations: (wait: number) =>
    `Too many registrations from your network. Try again in ${waitInWords(wait)}.`,
  emailTooEarly: (wait: number) =>
    `An email was sent to this address less than a minute ago. Try again in ${waitInWords(wait)}.`,
  tooManyEmails: (emails: number, wait: number) =>
    `${emails} emails have been sent to this address within an hour. Try again in ` +
    `${waitInWords(wait)}.`,
  tooManyStrangers: (wait: number) =>
    'Too many sign-in emails are being requested at the moment. Try again in ' +
    `${waitInWords(wait)}, or from a device that you have signed in with before.`,
}

/** What sessions respond with. */
export const sessionsText = {
  none: 'You have no such session.',
  ended: 'Session ended',
  /** `2 sessions ended, 1 access token revoked`. */
  endedCounts: (sessions: number, tokens: number) => {
    const ended = sessions === 1 ? '1 session ended' : `${sessions} sessions ended`
    return tokens === 0
      ? ended
      : `${ended}, ${tokens} access ${tokens === 1 ? 'token' : 'tokens'} revoked`
  },
}
