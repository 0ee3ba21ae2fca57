export { Disclosure } from './card.tsx'
