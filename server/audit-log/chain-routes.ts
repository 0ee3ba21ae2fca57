import { createPublicKey } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { auditTrailState, downloadCheckpoints } from '../../contract/audit-log.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { BaseDependencies } from '../deps.ts'
import { serve } from '../http/serve.ts'
import type { ChainWatch } from './chain/chain-watch.ts'
import { keyName, publicKeyText } from './chain/checkpoint.ts'
import { checkpointFolders, readCheckpointLines } from './chain/checkpoint-files.ts'
import { readCheckpointKey } from './chain/checkpoint-key.ts'

/**
 * What says whether the trail is as it was written, and what others need to check it themselves.
 */
export function chainRoutes(
  app: FastifyInstance,
  deps: BaseDependencies & { readonly chainWatch: ChainWatch },
): void {
  const { config, clock, chainWatch: watch } = deps

  serve(app, auditTrailState, async () => {
    // Without jobs of its own, as in tests, the server looks when it is asked.
    if (!deps.background) await watch.check()
    const { verdict, checkedTo, checkedAt, brokenAt, sentence } = watch.state()
    const signed = watch.newestCheckpoint()
    const privateKey = await readCheckpointKey(config.dataDir)
    const key = privateKey && createPublicKey(privateKey)
    return {
      data: {
        verdict,
        checked_to: checkedTo,
        checked_at: checkedAt?.toISOString() ?? null,
        broken_at: brokenAt,
        sentence,
        signed_to: signed?.entry ?? null,
        signed_at: signed?.at ?? null,
        key: key ? { fingerprint: keyName(key), public_key: publicKeyText(key) } : null,
      },
    }
  })

  serve(app, downloadCheckpoints, async ({ reply }) => {
    const lines = await readCheckpointLines(checkpointFolders(config))
    void reply
      .type('application/x-ndjson; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="audit-checkpoints-${dayInColombo(clock())}.jsonl"`,
      )
    return Readable.from(lines.map((line) => `${line}\n`))
  })
}
