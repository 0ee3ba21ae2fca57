import { formatDay } from '../../../text/si/days.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/feed.ts'

export const feedText: Translation<typeof English.feedText> = {
  asOf: (newest) => `${formatDay(newest)} දිනට අනුපාතික`,
  noRates: 'තවම අනුපාතික නැත',
  byHand: 'අතින් ඇතුළත් කළ අනුපාතික',
  feed: (name) => `දත්ත සැපයුම: ${name}`,
  failing: 'දත්ත සැපයුම ප්‍රතිචාර දක්වා නැත',
  changedFeed: 'දත්ත සැපයුමේ පිටුව වෙනස් වී ඇති අතර කියවිය නොහැක',
  pages: {
    unreachable: 'එහි එක් පිටුවක් ප්‍රතිචාර නොදක්වයි',
    'unknown layout': 'එහි එක් පිටුවක් වෙනස් වී ඇති අතර කියවිය නොහැක',
  },
  byFrankfurter: ', එබැවින් නිරූපිත අනුපාතික Frankfurter මගින් ලැබේ',
  sentence: (clauses) => `${clauses.join('; ')}.`,
  sample: 'ආදර්ශ දත්ත: ',
  sampleWeek: ' මෙය ආදර්ශ දත්තවල නවතම සතියයි: පසුගිය දිනවල සත්‍ය අනුපාතික. ',
  sampleRates: ' මේවා පසුගිය දිනවල සත්‍ය අනුපාතික වේ. ',
  feedFollows: 'දත්ත සැපයුමේ අනුපාතික මේවා වෙනුවට යෙදේ.',
  noFeed: 'දත්ත සැපයුමක් සකසා නැත: අද අනුපාතික අතින් ඇතුළත් කරන්න.',
}
