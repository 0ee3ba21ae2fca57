export { LinkTabs } from './menu.tsx'
