/** How public pages call who entered a rate, where names are not shown. */
export const ANONYMOUS_USER = 'a registered user'
