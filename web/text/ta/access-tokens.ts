import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/access-tokens.ts'

export const accessTokensText: Translation<typeof English.accessTokensText> = {
  title: 'தனிப்பட்ட அணுகல் டோக்கன்கள்',
  about:
    'டோக்கன் மூலம் ஒரு நிரல் அல்லது விரிதாள் உங்கள் பெயரில் {api} ஐ அழைக்கலாம். ஒவ்வொரு புதிய டோக்கனுக்கும் உங்களுக்கு மின்னஞ்சல் வரும்.',
  api: 'API',
  none: 'உங்களிடம் டோக்கன்கள் இல்லை.',
  scopes: { read: 'வாசித்தல்', write: 'வாசித்தலும் எழுதுதலும்' },
  created: 'உருவாக்கியது {time}',
  expired: 'காலாவதியானது',
  expiredAt: 'காலாவதியானது {time}',
  expiresAt: 'காலாவதியாவது {time}',
  neverUsed: 'பயன்படுத்தப்படவில்லை',
  lastUsed: 'கடைசியாகப் பயன்படுத்தியது {time}',
  name: 'பெயர்',
  nameExample: 'திறைசேரி விரிதாள்',
  permission: 'அனுமதி',
  life: 'காலாவதி (நாட்கள்)',
  lifeHint: (mostDays) => `1 முதல் ${mostDays} வரை`,
  create: 'டோக்கனை உருவாக்குக',
  creating: 'உருவாக்கப்படுகிறது...',
  revoke: 'இரத்துச் செய்க',
  revoked: 'அணுகல் டோக்கன் இரத்துச் செய்யப்பட்டது',
  revokeQuestion: (name) => `“${name}” ஐ இரத்துச் செய்யவா?`,
  revokeConsequences: 'இந்த டோக்கனைப் பயன்படுத்தும் நிரல்கள் உடனடியாகச் செயலிழக்கும். இதை மீளமைக்க முடியாது.',
  copyNow: (name) => `“${name}” உருவாக்கப்பட்டது. இப்போதே நகலெடுக்கவும்: இது மீண்டும் காட்டப்படாது.`,
  secretLabel: (name) => `டோக்கன் “${name}”`,
  copy: 'நகலெடுக்க',
  copied: 'நகலெடுக்கப்பட்டது',
  done: 'முடிந்தது',
  signInRecently: (minutes) =>
    `உங்கள் பாதுகாப்பிற்காக, உள்நுழைந்து ${minutes} நிமிடங்களுக்குள் மட்டுமே டோக்கனை உருவாக்கலாம். அதற்கு மீண்டும் உள்நுழையவும்; நீங்கள் இப்பக்கத்திற்குத் திரும்புவீர்கள்.`,
  signIn: 'மீண்டும் உள்நுழைக',
}
