export { emailLanguage, localAddress, saidInLanguage } from '../language.ts'
