export { Card as ListCard } from '../card.tsx'

/** Bridge: a card keeps the focus by itself. */
export const focusListHeading = () => undefined
