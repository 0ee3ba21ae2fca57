import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/home.ts'

export const homeText: Translation<typeof English.homeText> = {
  accountClosed: 'உங்கள் கணக்கு மூடப்பட்டு, உங்கள் தனிப்பட்ட தரவு அழிக்கப்பட்டது.',
  title: 'வெளிநாட்டுச் செலாவணி',
  lead: 'ஒரு டொலர் அல்லது பவுணின் பெறுமதி இலங்கை ரூபாவில்: இன்று, எந்த ஒரு நாளிலும், மற்றும் அதைச் சொல்வது யார்.',
  rates: 'ரூபாவில் வீதங்கள்',
  source: (name) => `மூலம்: ${name}`,
  viewRates: 'வீதங்களைப் பார்க்க',
  change: 'மாற்றம்: ',
  manage: 'உள்ளிடுதலும் மீளாய்வும்',
  manageSteps: [
    'கடந்த 90 நாட்களில் எந்த நாளின் வீதத்தையும் கைமுறையாக உள்ளிடுக.',
    'ஒரு பதிவை அழித்து, மீண்டும் பெறுக.',
    'யார் எதை எப்போது மாற்றினர் என்பதைக் கணக்காய்வுப் பதிவில் காண்க.',
  ],
  manageRates: 'வீதங்களை நிர்வகிக்க',
  loginToManage: 'நிர்வகிக்க உள்நுழைக',
}

export const notFoundText: Translation<typeof English.notFoundText> = {
  title: 'பக்கம் கிடைக்கவில்லை',
  lead: 'இந்த முகவரியில் எதுவும் இல்லை. அது பிழையாக எழுதப்பட்டிருக்கலாம், அல்லது அது காட்டியது அகற்றப்பட்டிருக்கலாம்.',
  viewRates: 'வீதங்களைப் பார்க்க',
  home: 'முகப்பு',
  published: 'ரூபாய் வீதங்கள் வெளியிடப்படும் நாணயங்கள்',
}
