import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/integrations.ts'

export const followText: Translation<typeof English.followText> = {
  alerts: 'ඊමේල් දැනුම්දීම්',
  label: 'නව අනුපාතික',
  atom: 'Atom පෝෂකය',
  json: 'JSON පෝෂකය',
}

export const downloadText: Translation<typeof English.downloadText> = {
  title: 'වෙනත් මෘදුකාංග සඳහා බාගන්න…',
  what: (currency) =>
    `පෙන්වන කාල සීමාවේ ${currency} අනුපාතික: ඒකකයකට රුපියල්, තමාගේම අනුපාතිකයක් ඇති සෑම දිනකටම එක් පේළියක්.`,
  programs: {
    beancount: 'Beancount',
    ledger: 'Ledger සහ hledger',
    csv: 'CSV, මෙහි ආයාත කිරීමට',
    'sdmx.csv': 'SDMX-CSV',
    'erpnext.csv': 'ERPNext',
    'odoo.csv': 'Odoo',
    'gnucash.csv': 'GnuCash',
  },
}
