export { useChanges, type Changes } from '../list.tsx'
