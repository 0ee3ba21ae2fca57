export { Facts } from '../list.tsx'
