export { useIdempotencyKey } from '../api.ts'
