import { currencies, type Currency } from '../currency.ts'

/** What rates are exported for, as the ending of the file's name. */
export const ACCOUNTING_FORMATS = ['beancount', 'ledger', 'csv', 'odoo.csv', 'gnucash.csv'] as const
export type AccountingFormat = (typeof ACCOUNTING_FORMATS)[number]

/** `USD.beancount`; `all.beancount` has every currency. */
export type ExportName = `${Currency | 'all'}.${AccountingFormat}`

/** Every file that rates are exported as. */
export const exportNames = (): readonly ExportName[] =>
  [...currencies(), 'all' as const].flatMap((currency) =>
    ACCOUNTING_FORMATS.map((format) => `${currency}.${format}` as const),
  )

/** The currency of a file, undefined for all of them, and its format. */
export function readExportName(name: ExportName): {
  readonly currency: Currency | undefined
  readonly format: AccountingFormat
} {
  const dot = name.indexOf('.')
  const currency = name.slice(0, dot)
  return {
    currency: currency === 'all' ? undefined : (currency as Currency),
    format: name.slice(dot + 1) as AccountingFormat,
  }
}
