export { Pagination } from '../list.tsx'
