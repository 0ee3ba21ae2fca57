export { useOnline } from './connection.tsx'
