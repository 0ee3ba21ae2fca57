// npm run bench [-- NAME …]: what is fast, measured side by side with what it is compared to.
import { runScenarios } from '../harness/scenario.ts'
import { firstLoad, firstPicture } from './first-load.ts'
import { freshness } from './freshness.ts'
import { audit, growth } from './growth.ts'
import { interaction } from './interaction.ts'
import { lighthouse } from './lighthouse.ts'
import { memory } from './memory.ts'
import { navigation } from './navigation.ts'
import { reads, signedIn } from './reads.ts'
import { start } from './start-up.ts'
import { stream } from './stream.ts'

await runScenarios({
  reads,
  'signed-in': signedIn,
  stream,
  growth,
  freshness,
  memory,
  start,
  audit,
  'first-load': firstLoad,
  lighthouse,
  'first-picture': firstPicture,
  navigation,
  interaction,
})
