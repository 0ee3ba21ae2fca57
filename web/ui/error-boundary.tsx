export { ErrorBoundary } from './waiting.tsx'
