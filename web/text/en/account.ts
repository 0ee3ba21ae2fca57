/** One's own account: name, data, closing it. */
export const accountText = {
  lead: 'Your name and your data. Devices and access tokens are under {sessions}.',
  profile: 'Profile',
  email: 'Email address: {email}',
  name: 'Name',
  saveName: 'Save name',
  saving: 'Saving...',
  nameChanged: 'Name changed',
  data: 'Your data',
  aboutData: 'Download your profile, sessions, access tokens, rates and audit entries as a JSON file.',
  download: 'Download my data',
  preparing: 'Preparing the file...',
  close: 'Close your account',
  aboutClosing:
    'Your name, email address, sessions, access tokens and the personal details in the audit trail are erased. The rates you entered stay, without your name.',
  closeNext: 'Close account…',
  closeQuestion: 'Close your account?',
  closeConsequences: 'This cannot be undone. You are signed out on every device.',
  closeConfirm: 'Type your email address to confirm',
  closeNow: 'Close account',
  closing: 'Closing...',
}

/** Where one is signed in. */
export const sessionsText = {
  lead: 'Where you are signed in, and which scripts may act in your name. Times are Colombo time (UTC+5:30). {account}',
  account: 'Account: name, data, closing it',
  yourSessions: 'Your sessions',
  endOthers: 'End all others',
  unknownDevice: 'Unknown device',
  thisDevice: 'this device',
  lastSeen: 'Last seen {time}',
  signedIn: 'Signed in {time}',
  end: 'End session',
  ended: 'Session ended',
  /** `2 sessions ended, 1 access token revoked`. */
  endedCounts: (sessions: number, tokens: number) => {
    const ended = sessions === 1 ? '1 session ended' : `${sessions} sessions ended`
    return tokens === 0 ? ended : `${ended}, ${tokens} access ${tokens === 1 ? 'token' : 'tokens'} revoked`
  },
  endWhich: (device: string, address: string) => ` of ${device}, ${address}`,
  endOthersQuestion: 'End all other sessions and tokens?',
  endOthersConfirm: 'End them',
  /** What ending so many other sessions and access tokens means. */
  endOthersConsequences: (devices: number, tokens: number) => {
    const device = `${devices} other ${devices === 1 ? 'device' : 'devices'} will have to sign in again.`
    const token = `${tokens} access ${tokens === 1 ? 'token' : 'tokens'} will stop working.`
    return [devices > 0 && device, tokens > 0 && token, 'You stay signed in here.'].filter(Boolean).join(' ')
  },
}

/** The page of a security email's link. */
export const secureAccountText = {
  needsLink: 'Open this page with the link in the email about your account.',
  linkDead: 'This link has been used or has expired. Sign in to see and end your sessions.',
  question:
    'If you do not recognise what the email tells you, end all sessions and access tokens of {name} ({email}).',
  consequences: 'Every device is signed out at once, and scripts that use a token stop working.',
  endAll: 'End all sessions and tokens',
  ending: 'Ending...',
  checkingLink: 'Checking your link…',
  done: (counts: string) => `${counts}. Nobody is signed in to this account any more.`,
  next: 'What to do next:',
  changePassword: (email: string) =>
    `Change the password of your mailbox ${email}. Anyone who can read it can sign in to your account.`,
  signInStep: '{link}.',
  signIn: 'Sign in again',
  checkAuditTrail: 'Check the {auditTrail} for changes that you did not make.',
  auditTrail: 'audit trail',
}
