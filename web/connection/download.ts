export { download } from '../api.ts'
