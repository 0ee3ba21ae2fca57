export { Figure } from './card.tsx'
