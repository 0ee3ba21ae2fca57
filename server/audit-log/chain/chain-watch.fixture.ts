import type { Db } from '../../database/schema.ts'
import { findOtherFigures } from '../../rates/compare-rate-book.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { ChainWatch } from './chain-watch.ts'

/** A watch of its own, without checkpoints, that compares with what this process publishes. */
export const watching = ({ clock, deps }: TestApp, db: Db) =>
  new ChainWatch({
    db,
    clock: clock.now,
    places: { ...deps.config, dataDir: temporaryFolder(), checkpointDir: undefined },
    published: () => findOtherFigures(db, deps.liveRateBook),
  })
