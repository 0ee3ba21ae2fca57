export { useAction } from './button.tsx'
