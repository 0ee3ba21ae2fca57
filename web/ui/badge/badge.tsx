export { Badge } from '../notice.tsx'
