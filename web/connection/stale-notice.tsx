export { StaleNotice } from './connection.tsx'
