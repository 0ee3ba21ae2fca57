import { waitInWords } from './http.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What administration responds with. */
export const adminText = {
  registered: (email: string, id: number) => `${email} is registered already, as user ${id}.`,
  invited: (email: string) => `Invitation sent to ${email}`,
  noInvitation: 'There is no such invitation.',
  invitationWithdrawn: 'Invitation withdrawn',
  approved: (id: number) => `User ${id} approved`,
  approvedBefore: (id: number) => `User ${id} is approved already.`,
  rejected: (id: number) => `Registration of user ${id} rejected`,
  suspended: (id: number) => `User ${id} suspended`,
  suspendedBefore: (id: number) => `User ${id} is suspended already.`,
  ownSuspension: 'You cannot suspend your own account.',
  unsuspended: (id: number) => `Suspension of user ${id} ended`,
  notSuspended: (id: number) => `User ${id} is not suspended.`,
  ended: (sessions: number, tokens: number) =>
    `${counted(sessions, 'session')} ended, ${counted(tokens, 'access token')} revoked`,
  feedOff: 'No feed is set: RATE_FEED is off.',
  importRequested: 'The import is starting',
  importUnderWay: 'An import is under way already.',
  importTooEarly: (wait: number) =>
    `The last import was less than a minute ago. Try again in ${waitInWords(wait)}.`,
}
