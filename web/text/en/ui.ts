import type { ErrorResponse } from '../../../contract/schema/error.schema.ts'

/** What parts of many screens say. */
export const uiText = {
  loading: 'Loading…',
  needsJavaScript: 'This needs JavaScript.',
  retry: 'Try again',
  cancel: 'Cancel',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  listFailed: (message: string) => `This list could not be loaded: ${message}`,
  sample: 'Sample',
  daysOld: (days: number) => `${days} days old`,
  dayUpTo: (day: string) => `Choose a day up to ${day}.`,
  dayFrom: (day: string) => `Choose a day from ${day} on.`,
  noSuchDay: 'This date does not exist.',
}

/** What is said of the connection. */
export const connectionText = {
  offlineSince: (time: string) => `Offline, as of ${time}. `,
  notUpdatedSince: (time: string, reason: string) => `Not updated since ${time}: ${reason}. `,
  updatesByItself: 'This page updates by itself when the connection is back.',
  notShown: 'This page could not be shown.',
  offline: 'This page could not be shown. You are offline.',
  noResponse: 'This page could not be shown. The server did not respond.',
  opensByItself: 'It opens by itself when the connection is back.',
  reload: 'Load it again',
}

/** The specification's texts for a call whose response says nothing itself. */
export const callText = {
  byStatus: {
    400: 'Bad request',
    401: 'Unauthorized access',
    403: 'Forbidden',
    404: 'Resource not found',
    500: 'Server error',
  } as Readonly<Partial<Record<number, string>>>,
  other: 'An unexpected error occurred',
  network: 'Network error - please check your connection',
  cancelled: 'Request was cancelled',
}

/** What is said of a call that the API has refused: here its own sentence, in other languages one for each code that is known. */
export function apiErrorText({ message }: Partial<ErrorResponse>): string | undefined {
  return message
}

/** What stands around every screen. */
export const layoutText = {
  skip: 'Skip to the content',
  poweredBy: (provider: string) => `Powered by ${provider}`,
  api: 'API',
  privacy: 'Privacy',
  home: 'Home',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  /** For screen readers. */
  mainMenu: 'Main',
  rates: 'Exchange Rates',
  dashboard: 'Dashboard',
  login: 'Login',
  register: 'Register',
}
