export const ANONYMOUS_USER = 'a registered user'

export const MAX_NAME_LENGTH = 80
