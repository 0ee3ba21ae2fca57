/** The audit trail. */
export const auditTrailText = {
  title: 'Audit Trail',
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
  user: 'User',
  userHint: 'Whole e-mail address',
  currency: 'Currency',
  allCurrencies: 'All currencies',
  clear: 'Clear filters',
  operator: 'Operator',
  system: 'System',
  ip: (address: string) => `IP ${address}`,
  number: (id: number) => `No. ${id}`,
  details: 'Details',
  detailsOf: (id: number) => ` of entry ${id}`,
}
