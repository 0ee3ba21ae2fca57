import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/integrations.ts'

export const followText: Translation<typeof English.followText> = {
  alerts: 'மின்னஞ்சல் அறிவித்தல்கள்',
  label: 'புதிய வீதங்கள்',
  atom: 'Atom ஊட்டம்',
  json: 'JSON ஊட்டம்',
}

export const downloadText: Translation<typeof English.downloadText> = {
  title: 'வேறு மென்பொருட்களுக்குப் பதிவிறக்குக…',
  what: (currency) =>
    `காட்டப்படும் காலத்தின் ${currency} வீதங்கள்: ஓர் அலகிற்கு ரூபா, தனக்கென வீதம் உள்ள ஒவ்வொரு நாளுக்கும் ஒரு வரி.`,
  programs: {
    beancount: 'Beancount',
    ledger: 'Ledger, hledger',
    csv: 'CSV, இங்கு இறக்குமதி செய்ய',
    'sdmx.csv': 'SDMX-CSV',
    'erpnext.csv': 'ERPNext',
    'odoo.csv': 'Odoo',
    'gnucash.csv': 'GnuCash',
  },
}
