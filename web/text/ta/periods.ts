import type { PeriodUnit } from '../../../domain/period.ts'
import { formatDay } from '../../../text/ta/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/periods.ts'

const days = (count: number) => (count === 1 ? '1 நாள்' : `${count} நாட்கள்`)

const IN_THIS_PERIOD: Readonly<Record<PeriodUnit, string>> = {
  month: 'மாதத்தில்',
  quarter: 'காலாண்டில்',
  year: 'ஆண்டில்',
  'tax-year': 'மதிப்பீட்டு ஆண்டில்',
}

export const PERIODS_TEXT: Translation<typeof English.PERIODS_TEXT> = {
  heading: (name) => `${name}: இறுதி மற்றும் சராசரி வீதங்கள்`,
  lead: 'ஒரு மாதம், காலாண்டு, ஆண்டு அல்லது மதிப்பீட்டு ஆண்டின் இறுதி வீதம், ஓர் அலகிற்கு இலங்கை ரூபாவில்.',
  currencies: 'நாணயங்கள்',
  unitsLabel: 'காலம்',
  units: { month: 'மாதங்கள்', quarter: 'காலாண்டுகள்', year: 'ஆண்டுகள்', 'tax-year': 'மதிப்பீட்டு ஆண்டுகள்' },
  kind: 'வீதத்தின் வகை',
  from: 'முதல் மாதம்',
  to: 'இறுதி மாதம்',
  monthHint: 'உதாரணம்: 2025-04',
  show: 'காட்டுக',
  caption: (currency, unit) => `${currency}: ${unit}`,
  taxYear: 'மதிப்பீட்டு ஆண்டு ஏப்ரல் 1 முதல் மார்ச் 31 வரை.',
  columns: {
    period: 'காலம்',
    opening: 'ஆரம்பம்',
    closing: 'இறுதி',
    averagePublished: 'வெளியிடப்பட்ட நாட்களின் சராசரி',
    averageCalendar: 'நாட்காட்டி நாட்களின் சராசரி',
    min: 'குறைந்தது',
    max: 'உச்சம்',
  },
  publishedDays: (count) => `வெளியிடப்பட்ட ${days(count)}`,
  calendarDays: (count) => `நாட்காட்டி ${days(count)}`,
  sealedFigure: (rate) => `உறுதிசெய்த பெறுமதி ${rate}`,
  states: {
    sealed: (day) => `${formatDay(day)} உறுதிசெய்யப்பட்டது`,
    complete: 'முழுமையானது, இன்னும் உறுதிசெய்யப்படவில்லை',
    running: 'இன்று வரை',
    future: 'தொடங்கவில்லை',
    partial: 'வீதங்கள் இதற்குள் தொடங்குகின்றன',
    'no rate': 'வீதங்கள் இல்லை',
  },
  moved: (percent) => `${percent} % மாற்றம்`,
  movedFar: (percent, unit) =>
    `இந்த ${IN_THIS_PERIOD[unit]} வீதம் ${percent} % மாறியது: சராசரி அதைச் சரியாகப் பிரதிபலிக்காது.`,
  corrected: (day, changed) => `${formatDay(day)} இன் வீதம் ${formatDay(changed)} அன்று திருத்தப்பட்டது.`,
  differs:
    'இந்தக் காலம் உறுதிசெய்யப்பட்ட பின் வீதங்கள் திருத்தப்பட்டன: மாறுபடும் ஒவ்வொரு பெறுமதியும் உறுதிசெய்த பெறுமதியுடன் காட்டப்படுகிறது.',
  differsOtherwise: 'அதன் பின் எந்த வீதமும் திருத்தப்படவில்லை: வீதங்கள் வேறொரு மூலத்திலிருந்து வருகின்றன.',
  missing: (count) => `வீதம் இல்லாத ${days(count)}`,
  weekends: (count) => `வார இறுதிகளில் ${count}`,
  missingDay: (day, reason) => `${formatDay(day)}: ${reason}`,
  empty: (currency) => `இக்காலங்களில் ${currency} வீதங்கள் இல்லை.`,
  howMade:
    'இறுதி வீதம் என்பது இறுதி நாளில் அல்லது அதற்கு முன் உள்ள புதிய வீதம்; ஆரம்ப வீதம் என்பது முதல் நாளுக்கு முந்தைய புதிய வீதம். ' +
    'வெளியிடப்பட்ட நாட்களின் சராசரி, தனக்கென வீதம் உள்ள நாட்களை மட்டும் கணக்கிடும்; நாட்காட்டி நாட்களின் சராசரி, ஒவ்வொரு நாளையும் ' +
    'அந்நாளின் அல்லது அதற்கு முந்தைய புதிய வீதத்துடன் கணக்கிடும். காலம் முடிந்து மூன்று வங்கி நாட்களின் பின் அதன் பெறுமதிகள் உறுதிசெய்யப்படும்.',
  download: 'பதிவிறக்குக:',
  or: 'அல்லது',
  failed: 'இக்காலங்களை ஏற்ற முடியவில்லை.',
  rates: (currency) => `${currency} வீதங்கள்`,
}
