import { createPublicKey } from 'node:crypto'
import { publicKeyText } from '../audit-trail/checkpoint.ts'
import { loadCheckpointKey } from '../audit-trail/checkpoint-book.ts'
import { readConfig } from '../config.ts'

// npm run audit:key: the public half of the key that checkpoints are signed with, to keep where the server cannot reach.
const { dataDir } = readConfig(process.env)
console.log(publicKeyText(createPublicKey(await loadCheckpointKey(dataDir))))
