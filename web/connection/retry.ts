export { useRetry, withRetries } from './connection.tsx'
