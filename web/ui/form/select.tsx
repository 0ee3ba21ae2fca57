export { Select } from './form.tsx'
