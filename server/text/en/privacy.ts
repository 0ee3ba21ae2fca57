/** What the page on privacy says. The periods are the code's. */
export const privacyText = {
  title: 'Privacy',
  description:
    'What is stored about visitors and users, who can see it, for how long, and how it is deleted.',
  lead: (provider: string) => `What ${provider} stores about you, who can see it, and for how long.`,
  skip: 'Skip to the content',
  mainMenu: 'Main',
  rates: 'Exchange Rates',
  what: 'What',
  who: 'Who can see it',
  kept: 'How long',
  days: (days: number) => (days === 1 ? '24 hours' : `${days} days`),
  minutes: (minutes: number) =>
    minutes === 1 ? 'one minute' : minutes === 60 ? 'one hour' : `${minutes} minutes`,
  operator: 'The operator',
  you: 'You',
  nobody: 'Nobody; the operator only as a keyed hash',
  visitor: {
    title: 'When you look at rates',
    text: 'No cookies are set, there is no tracking, and no page loads anything from another site.',
    address: 'Your network address, to count requests against limits',
    addressKept: (calls: string, emails: string) =>
      `Until ${calls} after the last request; ${emails} where an email was requested`,
    log: 'Lines in the server’s log: time, address of the page, network address',
    logKept: 'As long as the operator keeps the log',
    browser:
      'In your browser: the theme, the last pages of rates for when you are offline and, while you are signed in, your session',
    browserKept: 'Until you clear the browser’s data',
  },
  alerts: {
    title: 'When you request email alerts',
    rule: 'Your email address, and what the alerts wait for',
    ruleWho: 'The operator, and whoever has a link from one of their emails',
    ruleKept: (period: string) =>
      `Until you end the last alert, and ${period} after that; ${period} if you do not confirm it`,
  },
  account: {
    title: 'When you have an account',
    name: 'Your name',
    namePublic: 'Everyone, beside the rates that you enter',
    nameUsers: 'Registered users, beside the rates that you enter',
    email: 'Your email address',
    emailAll:
      'Registered users, in the audit trail; whoever types it at the login learns that it is registered',
    emailOwn:
      'Registered users, in the audit trail and masked; whoever types it at the login learns that it is registered',
    accountKept: (period: string) =>
      `Until you close the account; ${period} if you never confirm the address`,
    rates: 'Rates that you enter, and your reasons',
    ratesWho: 'Rates: everyone. Reasons: registered users',
    ratesKept: 'Without limit; after you close the account they are a former user’s',
    trail: 'What you do: time, email address, network address, device',
    trailAll: 'Registered users, in the audit trail',
    trailOwn: 'You; other registered users with the addresses masked',
    trailKept: 'Until you close the account; the act itself stays, as a former user’s',
    sessions: 'Sessions: device, network address, last use',
    sessionsKept: (idle: string, longest: string) => `${idle} without use, ${longest} at most`,
    devices: 'Devices that you have signed in from',
    devicesKept: (period: string) => `${period} after the last use`,
    tokens: 'Access tokens: name, permission, last use',
    tokensKept: (period: string) => `Until you revoke them, or ${period} after they expire`,
    emails: 'Emails to you',
    emailsKept: (period: string) => `The content until it is sent or expires; that there was one, ${period}`,
    responses: 'Responses to your entries, so that a repeated request enters nothing twice',
    responsesKept: (period: string) => period,
    administrators:
      'Administrators of this installation see every user’s name, email address, state and last sign-in.',
    backups:
      'The operator keeps the database and can see all of it but what is hashed or encrypted. Backups hold it as well; the operator decides who can read them and how long they are kept.',
  },
  rights: {
    title: 'See, change or delete it',
    account: 'Your account',
    text: 'changes your name, downloads everything that is stored about you, and closes the account. Closing deletes what is listed above, but for rates and for what a former user did. Backups, logs and files that others exported before are not reached.',
    alerts: 'Every email of an alert has a link that ends it.',
  },
  contact: {
    title: 'Contact',
    of: 'Questions about your data:',
    none: 'The operator of this installation has not named a contact.',
  },
}
