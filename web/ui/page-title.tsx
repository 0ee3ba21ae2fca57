export { PageTitle } from './card.tsx'
