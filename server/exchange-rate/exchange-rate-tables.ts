/* eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled with the tables of 003 */
export interface ExchangeRateTables {}
