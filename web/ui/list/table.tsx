export { Cell, Table, type Column } from '../table.tsx'
