export { ListError, ListStates } from '../list.tsx'
