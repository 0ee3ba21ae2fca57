import { formatDay, formatWeekdayAndDay } from '../../../text/ta/days.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../../text/ta/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/cited-rate.ts'

export const citedRateText: Translation<typeof English.citedRateText> = {
  title: (what, date) => `${what}, ${formatDay(date)}`,
  lead: (currency, date) => `${CURRENCY_NAMES[currency]} இலங்கை ரூபாவில், ${formatWeekdayAndDay(date)}.`,
  weekBefore: 'அதற்கு முந்தைய வாரம்',
  history: (currency) => `${currency} வரலாறு`,
  entries: 'இந்நாளின் கணக்காய்வுப் பதிவுகள்',
  noRate: 'வீதம் இல்லை',
  day: 'நாள்',
  source: 'மூலம்',
  enteredBy: 'உள்ளிட்டவர்',
  entered: 'உள்ளிட்ட நேரம்',
  fetched: 'பெறப்பட்ட நேரம்',
  inverse: 'தலைகீழ் வீதம்',
  inverseOf: (inverse, currency) => `1 LKR = ${inverse} ${currency}`,
  knownOn: 'அறியப்பட்ட நேரம்',
  citeAs: 'மேற்கோள்',
  citation: (provider, currency, kind, rate, days) =>
    `${provider}: ${currency}/LKR ${kind ? `${KIND_NAMES[kind]} ` : ''}${rate}, ${days}.`,
  print: 'அச்சிடுக',
  certificate: 'சான்றிதழ்',
}

export const auditEntryText: Translation<typeof English.auditEntryText> = {
  term: 'கணக்காய்வுப் பதிவு',
  column: 'பதிவு',
  number: (id) => `இல. ${id}`,
  hash: 'ஹாஷ் (SHA-256)',
}

export const revisionsText: Translation<typeof English.revisionsText> = {
  title: 'இது உருவான விதம்',
  timeZone: 'நேரங்கள் இலங்கை நேரப்படி',
  caption: 'இந்த வீதத்தின் மாற்றங்கள், புதியவை முதலில்',
  when: 'எப்போது',
  what: 'என்ன',
  rate: 'வீதம் (LKR)',
  takenBack: ', மீளப் பெறப்பட்டது',
  corrected: ', வெளியிட்டவரால் திருத்தப்பட்டது',
  by: (user) => `, ${user}`,
  changes: (total) => `${total} மாற்றங்கள்`,
  changesOf: (first, last, total) => `${total} மாற்றங்களில் ${first} முதல் ${last} வரை`,
  newer: 'புதிய மாற்றங்கள்',
  older: 'பழைய மாற்றங்கள்',
}

export const knownAtText: Translation<typeof English.knownAtText> = {
  title: 'அன்று அறியப்பட்ட வீதம்',
  label: 'இலங்கையின் நாளும் நேரமும்',
  show: 'காட்டுக',
  knownNow: 'இப்போது அறியப்படும் வீதம்',
}
