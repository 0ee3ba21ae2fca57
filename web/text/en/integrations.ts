import type { ExportFormat } from '../../../domain/integrations/export-name.ts'

/** How one is told of new rates of a currency. */
export const followText = {
  alerts: 'Email alerts',
  label: 'New rates',
  atom: 'Atom feed',
  json: 'JSON feed',
}

/** The menu of files for other programs on the page of a currency. */
export const downloadText = {
  title: 'Download for …',
  what: (currency: string) =>
    `The rates of ${currency} in the period shown: rupees for one unit, one line for each day with a rate of its own.`,
  /** Names of programs and formats. */
  programs: {
    beancount: 'Beancount',
    ledger: 'Ledger and hledger',
    csv: 'CSV, to import here',
    'sdmx.csv': 'SDMX-CSV',
    'erpnext.csv': 'ERPNext',
    'odoo.csv': 'Odoo',
    'gnucash.csv': 'GnuCash',
  } satisfies Record<ExportFormat, string>,
}
