/** Public pages show this as the author of an entry while names are not shown. */
export const ANONYMOUS_USER = 'a registered user'

export const MAX_NAME_LENGTH = 80
