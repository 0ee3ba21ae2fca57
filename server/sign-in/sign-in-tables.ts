/* eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled with the tables of 002 */
export interface SignInTables {}
