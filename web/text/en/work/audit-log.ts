/** The audit trail. */
export const auditTrailText = {
  lead: 'Everything that was done, by whom and from where, the newest first. Times are Colombo time (UTC+5:30).',
  masked: 'Email and network addresses of other users are masked, here and in exports.',
  entries: (total: number, isMinimum: boolean) => {
    if (total === 0) return 'No entries'
    if (total === 1 && !isMinimum) return '1 entry'
    return `${total.toLocaleString('en')}${isMinimum ? '+' : ''} entries`
  },
  showNew: 'Show new entries',
  noMatches: 'Nothing matches these filters.',
  pages: 'Pages of the audit trail',
  perPage: 'Entries per page',
  onAPage: (count: string) => `${count} per page`,
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  preparing: 'Preparing the file…',
  /** For screen readers. */
  filters: 'Audit trail',
  action: 'Action',
  allActions: 'All Actions',
  search: 'Search',
  searchHint: 'Search descriptions...',
  moreFilters: 'More filters',
  from: 'From',
  to: 'To',
  rateFrom: 'Rate’s day from',
  rateTo: 'Rate’s day to',
  user: 'User',
  allUsers: 'All users',
  currency: 'Currency',
  allCurrencies: 'All currencies',
  entry: 'Entry No.',
  entryHint: 'Such as 128',
  clear: 'Clear filters',
  operator: 'Operator',
  system: 'System',
  ip: (address: string) => `IP ${address}`,
  number: (id: number) => `No. ${id}`,
  details: 'Details',
  detailsOf: (id: number) => ` of entry ${id}`,
  citedRate: (name: string, day: string) => `${name} of ${day}`,
}

/** The rates that an entry changed, as a table. */
export const auditChangesText = {
  caption: (id: number) => `Changes of entry ${id}`,
  day: 'Day',
  rate: 'Rate',
  old: 'Old',
  new: 'New',
  remarks: 'Remarks',
  rounded: (from: string) => `Rounded from ${from}`,
  showAll: (count: number) => `Show all ${count.toLocaleString('en')} rows`,
}

/** How the trail's chain is, and how anyone can check it. */
export const auditChainText = {
  states: {
    OK: 'Intact',
    EDITED: 'Broken',
    GAP: 'Broken',
    TRUNCATED: 'Broken',
    REWRITTEN: 'Broken',
    'NOT COVERED': 'Not covered',
    'NOT CHECKED': 'Not checked',
  },
  howTo: 'How to check',
  lead: 'You can check the trail on your own computer with Node 20 or newer, without this server:',
  downloadTrail: 'Download the trail',
  downloadCheckpoints: 'Download the checkpoints',
  downloadVerifier: 'Download the program that checks them',
  run: 'Run it in the folder of the three files:',
  command: (trail: string, checkpoints: string, key: string) =>
    `node verify-audit-trail.mjs ${trail} ${checkpoints} --key ${key}`,
  compare:
    'The last line says OK, or names the first entry that differs. Use the key that was handed to you when the trail began; it must be the one shown here.',
  fingerprint: 'Fingerprint of the key',
  key: 'Public key',
  noKey: 'The key is missing on the server.',
  signed: 'Newest checkpoint',
  signedTo: (entry: number, at: string) => `Entry ${entry.toLocaleString('en')}, ${at}`,
}
