import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay } from '../../../text/ta/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/sides.ts'

export const SIDES_TEXT: Translation<typeof English.SIDES_TEXT> = {
  label: 'வீதத்தின் வகை',
  reference: 'குறிகாட்டி',
  import: 'இறக்குமதி',
  export: 'ஏற்றுமதி',
  meaning: {
    import: 'இறக்குமதியாளர்கள் வங்கி கேட்கும் விலையைச் செலுத்துகின்றனர்: TT விற்பனை.',
    export: 'ஏற்றுமதியாளர்கள் வங்கி செலுத்தும் விலையைப் பெறுகின்றனர்: TT கொள்வனவு.',
  },
  unknown: (given) => `“${given}” இற்கு வீதங்கள் இல்லை: இவை குறிகாட்டி வீதங்கள்.`,
  enter: (rate) => `${rate} உள்ளிடுக`,
  spread: 'இடைவெளி',
}

const span = (from: CalendarDate, to: CalendarDate) => `${formatDay(from)} முதல் ${formatDay(to)} வரை`

export const CUSTOMS_RATE: Translation<typeof English.CUSTOMS_RATE> = {
  term: 'சுங்க வீதம்',
  span,
  daysLeft: (days) => (days === 0 ? 'இன்று இறுதி நாள்' : days === 1 ? 'இன்னும் 1 நாள்' : `இன்னும் ${days} நாட்கள்`),
  since: (from) => `${formatDay(from)} முதல் நடைமுறையில்`,
  ended: (to) => `${formatDay(to)} அன்று முடிவடைந்தது; அடுத்த அட்டவணை உள்ளிடப்படவில்லை`,
  overdue: (from) => `${formatDay(from)} முதல்; அடுத்த அட்டவணை தாமதமாகியுள்ளது`,
  gazette: (number) => `வர்த்தமானி ${number}`,
  effect: 'நடைமுறையிலுள்ள நாட்கள்',
  gazetteTerm: 'வர்த்தமானி',
}
