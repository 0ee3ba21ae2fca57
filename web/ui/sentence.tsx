export { Sentence } from './time.tsx'
