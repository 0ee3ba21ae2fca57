// npm run bench [-- NAME …]: what is fast, measured side by side with what it is compared to. Without names: everything.
import { runScenarios } from '../harness/scenario.ts'
import { audit } from './audit.ts'
import { book } from './book.ts'
import { firstLoad } from './first-load.ts'
import { firstPicture } from './first-picture.ts'
import { growth } from './growth.ts'
import { lighthouse } from './lighthouse.ts'
import { morning } from './morning.ts'
import { navigation } from './navigation.ts'
import { peers } from './peers.ts'
import { periods } from './periods.ts'
import { reads, signedIn } from './reads.ts'
import { start } from './start-up.ts'
import { stream } from './stream.ts'

await runScenarios({
  reads,
  book,
  'signed-in': signedIn,
  stream,
  growth,
  periods,
  start,
  audit,
  'first-load': firstLoad,
  lighthouse,
  morning,
  peers,
  'first-picture': firstPicture,
  navigation,
})
