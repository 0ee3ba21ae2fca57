/** Why something unusual is right. */
export const reasonText = { hint: 'Kept in the audit trail.' }
