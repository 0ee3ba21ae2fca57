import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/sign-in.ts'

export const loginText: Translation<typeof English.loginText> = {
  signedOutElsewhere: 'ඔබ වෙනත් ටැබයකින් පිටවී ඇත.',
  newCodeHint: 'සබැඳියක් ක්‍රියා කරන්නේ එක් වරක් සහ විනාඩි දහයක් පමණි. නව කේතයක් ලබාගැනීමට ඔබේ ඊමේල් ලිපිනය ඇතුළත් කරන්න.',
  email: 'ඊමේල් ලිපිනය',
  sendCode: 'OTP කේතය එවන්න',
  sendingCode: 'OTP කේතය යවමින්...',
  noAccount: 'තවම ගිණුමක් නැද්ද? {link}',
  notRegistered: 'මෙම ඊමේල් ලිපිනය ලියාපදිංචි කර නැත. කරුණාකර ලියාපදිංචි වන්න.',
  ifRegistered: (error) => `ඔබට ගිණුමක් ඇත්නම්: ${error}`,
  codeSent: 'OTP කේතය ඔබේ ඊමේල් ලිපිනයට එවන ලදී',
  codeSentAgain: 'නව OTP කේතයක් ඔබේ ඊමේල් ලිපිනයට එවන ලදී',
  codeNotSent: 'OTP කේතය යැවිය නොහැකි විය',
  codeExpired: 'OTP කේතය කල් ඉකුත් වී ඇත. නව කේතයක් ඉල්ලන්න.',
  badResponse: 'OTP තහවුරු කිරීමේ ප්‍රතිචාරය වලංගු නැත',
  codeLabel: (email) => `${email} වෙත එවූ OTP කේතය ඇතුළත් කරන්න`,
  codePlaceholder: 'ඉලක්කම් 6ක කේතය',
  expiresIn: (time) => `කල් ඉකුත් වීමට ${time}`,
  resend: 'OTP නැවත එවන්න',
  resendIn: (time) => `තව ${time}`,
  verify: 'OTP තහවුරු කරන්න',
  verifying: 'තහවුරු කරමින්...',
  delayed: 'ඊමේල් සේවාදායකය මේ මොහොතේ ප්‍රතිචාර නොදක්වයි. එය ප්‍රතිචාර දැක්වූ වහාම ඔබේ ඊමේල් පණිවුඩය ලැබෙනු ඇත.',
  otherEmail: 'වෙනත් ඊමේල් ලිපිනයක් භාවිත කරන්න',
  attemptsLeft: (left) =>
    left === 0 ? 'මෙම කේතයට තවත් උත්සාහ කළ නොහැක: නව කේතයක් ඉල්ලන්න.' : `තව උත්සාහ ${left}ක් ඉතිරිව ඇත.`,
  signInAs: (name, email) => `${name} (${email}) ලෙස පිවිසෙන්න`,
  retryLink: 'සබැඳිය නැවත උත්සාහ කරන්න',
  checkingLink: 'ඔබේ සබැඳිය පරීක්ෂා කරමින්…',
  useCode: 'ඒ වෙනුවට කේතයක් භාවිත කරන්න',
}

export const sessionText: Translation<typeof English.sessionText> = {
  needsJavaScript: 'පිවිසීමට JavaScript අවශ්‍යය; අනුපාතික එය නොමැතිව කියවිය හැක.',
  awaitsApproval:
    'ඔබේ ගිණුම අනුමැතිය බලාපොරොත්තුවෙන් සිටී. ඔබට සියල්ල කියවිය හැක; අනුපාතික එක් කිරීමට, වෙනස් කිරීමට හෝ මැකීමට, ඔබේ ගිණුම අනුමත කරන ලෙස පරිපාලකයෙකුගෙන් ඉල්ලන්න.',
  retryIn: (message, seconds) => `${message.trimEnd().replace(/\.$/, '')}. ${span(seconds)} නැවත උත්සාහ කරන්න.`,
}

export const registerText: Translation<typeof English.registerText> = {
  name: 'සම්පූර්ණ නම',
  register: 'ලියාපදිංචි වන්න',
  registering: 'සබැඳිය යවමින්...',
  registered: 'ලියාපදිංචිය සාර්ථකයි! OTP සබැඳිය සඳහා ඔබේ ඊමේල් පරීක්ෂා කරන්න.',
  failed: 'මෙම ඊමේල් ලිපිනය දැනටමත් ලියාපදිංචි කර ඇත',
  ifNotRegistered: (error) => `එසේ නොවේ නම්: ${error}`,
  toLogin: 'දැනටමත් ගිණුමක් තිබේද? පිවිසෙන්න',
}

export const userMenuText: Translation<typeof English.userMenuText> = {
  manage: 'අනුපාතික කළමනාකරණය',
  logout: 'පිටවන්න',
}

function span(seconds: number): string {
  if (seconds <= 1) return 'තත්පරයකින්'
  return seconds < 120 ? `තත්පර ${Math.ceil(seconds)}කින්` : `විනාඩි ${Math.ceil(seconds / 60)}කින්`
}
