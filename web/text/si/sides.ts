import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay } from '../../../text/si/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/sides.ts'

export const SIDES_TEXT: Translation<typeof English.SIDES_TEXT> = {
  label: 'අනුපාතික වර්ගය',
  reference: 'නිරූපිත',
  import: 'ආනයන',
  export: 'අපනයන',
  meaning: {
    import: 'ආනයනකරුවන් ගෙවන්නේ බැංකුව ඉල්ලන මිලයි: TT විකුණුම්.',
    export: 'අපනයනකරුවන්ට ලැබෙන්නේ බැංකුව ගෙවන මිලයි: TT ගැනුම්.',
  },
  unknown: (given) => `“${given}” සඳහා අනුපාතික නැත: මේවා නිරූපිත අනුපාතික වේ.`,
  enter: (rate) => `${rate}ක් ඇතුළත් කරන්න`,
  spread: 'පරතරය',
}

const span = (from: CalendarDate, to: CalendarDate) => `${formatDay(from)} සිට ${formatDay(to)} දක්වා`

export const CUSTOMS_RATE: Translation<typeof English.CUSTOMS_RATE> = {
  term: 'රේගු අනුපාතිකය',
  span,
  daysLeft: (days) => (days === 0 ? 'අද අවසන් දිනයයි' : `තව දින ${days}ක්`),
  since: (from) => `${formatDay(from)} සිට බලපැවැත්වේ`,
  ended: (to) => `${formatDay(to)} දින අවසන් විය; ඊළඟ උපලේඛනය ඇතුළත් කර නැත`,
  overdue: (from) => `${formatDay(from)} දින සිට; ඊළඟ උපලේඛනය ප්‍රමාද වී ඇත`,
  gazette: (number) => `ගැසට් පත්‍රය ${number}`,
  effect: 'බලපවත්වන දින',
  gazetteTerm: 'ගැසට් පත්‍රය',
}
