import { CURRENCIES } from '../../../domain/currency.ts'
import { CURRENCY_NAMES, listed } from '../../../text/ta/names.ts'
import type { Translation } from '../../../text/translation.ts'
import type * as English from '../en/descriptions.ts'

export const descriptionsText: Translation<typeof English.descriptionsText> = {
  '/': `${listed(Object.values(CURRENCY_NAMES))} இன்று இலங்கை ரூபாவில்.`,
  '/rates': `எந்த ஒரு நாளிலும் ${listed(CURRENCIES)} இலங்கை ரூபாவில், அதற்கு முந்தைய வாரம் மற்றும் ஒவ்வொரு வீதத்தின் மூலத்துடன்.`,
  '/rates/:currency': 'ஒரு நாணயத்தின் வீதம், வரலாறு மற்றும் நாணய மாற்றி இலங்கை ரூபாவில்.',
  '/rates/:currency/:date': 'ஒரு நாளின் வீதம் இலங்கை ரூபாவில், அதன் மூலம் மற்றும் அது உருவான விதத்துடன்.',
  '/periods/:currency':
    'ஒரு மாதம், காலாண்டு, ஆண்டு அல்லது மதிப்பீட்டு ஆண்டின் இறுதி மற்றும் சராசரி வீதங்கள் இலங்கை ரூபாவில்.',
  '/login': 'உங்கள் மின்னஞ்சல் முகவரிக்கு அனுப்பப்படும் குறியீட்டுடன் உள்நுழையவும்.',
  '/register': 'செலாவணி வீதங்களை உள்ளிடவும் மீளாய்வு செய்யவும் ஒரு கணக்கை உருவாக்குக.',
  '/alerts':
    'ஒரு வீதம் இலங்கை ரூபாவில் குறிப்பிட்ட பெறுமதியைக் கடக்கும்போது, மாறும்போது, வெளியிடப்படும்போது அல்லது திருத்தப்படும்போது, அல்லது அன்றைய வீதங்களுடன் ஒரு மின்னஞ்சல்.',
}
