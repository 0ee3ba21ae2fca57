export { useFirstRows } from '../table.tsx'
