// npm run bench [-- NAME …]: what is fast, measured side by side with what it is compared to.
import { runScenarios } from '../harness/scenario.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth.ts'
import { interaction } from './interaction.ts'
import { memory } from './memory.ts'
import { navigation } from './navigation.ts'
import { reads, signedIn } from './reads.ts'
import { size } from './size.ts'
import { start } from './start-up.ts'

await runScenarios({
  reads,
  'signed-in': signedIn,
  growth,
  size,
  memory,
  start,
  'first-load': firstLoad,
  navigation,
  interaction,
})
