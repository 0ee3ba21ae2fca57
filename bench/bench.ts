// npm run bench [NAME …]: what is fast, measured side by side with what it is compared to. Without names: everything.
import { asText, isMet, type Measurement } from './figure.ts'

const MEASUREMENTS: Readonly<Record<string, () => Promise<{ measure: () => Promise<Measurement> }>>> = {
  reads: () => import('./reads.ts'),
  book: () => import('./book.ts'),
  'signed-in': () => import('./signed-in.ts'),
  stream: () => import('./stream.ts'),
  growth: () => import('./growth.ts'),
  periods: () => import('./periods.ts'),
  start: () => import('./start-up.ts'),
  audit: () => import('./audit.ts'),
  'first-load': () => import('./first-load.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  morning: () => import('./morning.ts'),
  peers: () => import('./peers.ts'),
  'first-picture': () => import('./first-picture.ts'),
  navigation: () => import('./navigation.ts'),
}

const names = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const unknown = names.filter((name) => !(name in MEASUREMENTS))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(MEASUREMENTS).join(', ')}`)
  process.exit(2)
}

const missed: string[] = []
let failed = false
for (const name of names.length > 0 ? names : Object.keys(MEASUREMENTS)) {
  try {
    const { measure } = await MEASUREMENTS[name]!()
    const measurement = await measure()
    console.log(`${asText(measurement)}\n`)
    failed ||= measurement.failed === true
    const short = measurement.figures.filter((figure) => isMet(figure) === false).map(({ what }) => what)
    missed.push(...[...short, ...(measurement.notMeasured ?? [])].map((what) => `${name}: ${what}`))
  } catch (error) {
    console.error(`${name} could not be measured:`, error)
    missed.push(`${name}: could not be measured`)
    failed = true
  }
}
console.log(
  missed.length === 0 ? 'Every goal is met.' : `Not met:\n${missed.map((each) => `  ${each}`).join('\n')}`,
)
process.exit(failed ? 1 : 0)
