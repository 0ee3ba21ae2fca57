export { ColomboMinute, ColomboTime, formatClock, formatColomboTime, TimeFact } from './time.tsx'
