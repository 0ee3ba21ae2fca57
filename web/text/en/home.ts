/** The first screen. */
export const homeText = {
  accountClosed: 'Your account is closed and your personal data has been erased.',
  title: 'CURRENCY EXCHANGE',
  lead: 'What a dollar or a pound is worth in Sri Lankan rupees: today, on any day, and who says so.',
  rates: 'Rates in rupees',
  source: (name: string) => `Source: ${name}`,
  viewRates: 'View Rates',
  /** For screen readers. */
  change: 'Change: ',
  manage: 'Enter and review',
  manageSteps: [
    'Enter rates by hand for any of the last 90 days.',
    'Delete an entry, and restore it.',
    'See who changed what, and when, in the audit trail.',
  ],
  manageRates: 'Manage Rates',
  loginToManage: 'Login to Manage',
}

/** An address that has no screen. */
export const notFoundText = {
  title: 'Page not found',
  lead: 'There is nothing at this address. It may be misspelt, or what it showed is gone.',
  viewRates: 'View Rates',
  home: 'Home',
  published: 'Rates in rupees are published for',
}
