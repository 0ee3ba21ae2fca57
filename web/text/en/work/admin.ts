import type { InstallationState, UnsentEmail, UserState } from '../../../../contract/schema/admin.schema.ts'
import type { PagesError } from '../../../../domain/rate-precedence.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What the administrators' screen says. */
export const adminText = {
  lead: 'Everything done here is in the audit trail under your name. Times are Colombo time (UTC+5:30).',
  onlyAdmins:
    'This page is for administrators. Whoever runs this installation names them in the setting ADMINS, by email address.',

  registrations: 'Registrations',
  modes: {
    open: 'Anyone can register and change rates (REGISTRATION=open).',
    domains: 'Addresses of these domains can register (REGISTRATION=domains): {domains}.',
    invited: 'Only invited addresses can register (REGISTRATION=invited).',
    approved: 'Anyone can register; rates can be changed only after approval (REGISTRATION=approved).',
  } satisfies Record<InstallationState['registration']['mode'], string>,
  waiting: (count: number) => `${counted(count, 'user')} waiting for approval`,
  inviteEmail: 'Email address to invite',
  invite: 'Send invitation',
  inviting: 'Sending...',
  noInvitations: 'There are no open invitations.',
  invitedAt: 'Invited {time}',
  withdraw: 'Withdraw',
  withdrawWhich: (email: string) => ` the invitation of ${email}`,

  users: 'Users',
  total: (count: number) => counted(count, 'user'),
  filters: 'Filter users',
  search: 'Name or email address',
  searchHint: 'Search…',
  state: 'State',
  allStates: 'All',
  states: {
    active: 'Active',
    waiting: 'Waiting for approval',
    suspended: 'Suspended',
    unverified: 'Address not verified',
  } satisfies Record<UserState, string>,
  administrator: 'administrator',
  noUsers: 'No user matches.',
  pages: 'Pages of users',
  number: (id: number) => `User ${id}`,
  lastSignIn: 'Last sign-in {time}',
  neverSignedIn: 'Never signed in',
  registeredAt: 'Registered {time}',
  live: (sessions: number, tokens: number) =>
    [counted(sessions, 'session'), ...(tokens > 0 ? [counted(tokens, 'access token')] : [])].join(', '),
  actions: {
    approve: 'Approve',
    reject: 'Reject…',
    end: 'End sessions…',
    suspend: 'Suspend…',
    unsuspend: 'End suspension',
  },
  questions: {
    reject: {
      question: 'Reject this registration?',
      consequences:
        'The account is closed and its personal data erased, which cannot be undone. The address can register again.',
      confirm: 'Reject',
    },
    end: {
      question: 'End all sessions of this user?',
      consequences:
        'Every device is signed out and every access token is revoked. The user can sign in again.',
      confirm: 'End sessions',
    },
    suspend: {
      question: 'Suspend this user?',
      consequences:
        'Every device is signed out at once, every access token is revoked, and the user cannot sign in until you end the suspension. The rates they entered stay.',
      confirm: 'Suspend',
    },
  },

  feed: 'Rate feed',
  feedOff: 'No feed is followed (RATE_FEED=off).',
  fetchNow: 'Fetch now',
  fetching: 'Fetching...',
  source: 'Source',
  lastTry: 'Last fetch',
  lastSuccess: 'Last successful fetch',
  nextTry: 'Next fetch',
  never: 'Never',
  error: 'Error',
  publisher: 'Publisher’s own page',
  publisherErrors: {
    unreachable: 'does not respond',
    'unknown layout': 'has changed and cannot be read',
  } satisfies Record<PagesError, string>,
  sample: 'Sample',
  sampleShown: 'Shown until a feed or a user brings rates',
  sampleNotShown: 'Not shown',

  emails: 'Emails',
  unsent: (waiting: number, failed: number) => `${waiting} waiting, ${failed} failed in the last 30 days`,
  noUnsent: 'All emails have been sent.',
  purposes: {
    'sign-in code': 'Sign-in code',
    'new device': 'Notice of a new device',
    'new access token': 'Notice of a new access token',
    'session used elsewhere': 'Notice of a session used elsewhere',
    invitation: 'Invitation',
    alert: 'Alert',
    'alert confirmation': 'Confirmation of an alert',
  } satisfies Record<UnsentEmail['purpose'], string>,
  emailTo: (purpose: string, user: number | null) => (user === null ? purpose : `${purpose} to user ${user}`),
  emailWaiting: 'Waiting',
  emailFailed: 'Failed',
  attempts: (count: number) => counted(count, 'attempt'),
  queuedAt: 'Queued {time}',
  nextAttempt: 'Next attempt {time}',

  auditTrail: 'Audit trail',
  checkpoint: 'Newest checkpoint',
  checkpointOf: (entry: number) => `Entry ${entry}, {time}`,
  noCheckpoint: 'None yet',
  key: 'Signing key',
  chain: 'Chain',

  installation: 'Installation',
  version: (version: string) => `Version ${version}`,
  settings: 'Settings',
  unset: 'not set',
  secret: 'set, not shown',
}
