export { CopyButton } from './button.tsx'
