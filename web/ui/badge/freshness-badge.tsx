export { FreshnessBadge } from '../notice.tsx'
