export const LANGUAGE_NAMES = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' }
