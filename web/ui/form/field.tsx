export { Field, readFields as textsOf, type ControlProps } from './form.tsx'
