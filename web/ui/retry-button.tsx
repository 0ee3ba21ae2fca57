export { RetryButton } from './button.tsx'
