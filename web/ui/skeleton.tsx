export { Skeleton } from './waiting.tsx'
