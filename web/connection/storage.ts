export { store, stored, storedJson } from '../storage.ts'
