export { ConnectionNotice, MissingNotice } from './connection.tsx'
