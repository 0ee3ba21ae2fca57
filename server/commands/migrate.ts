import { runCommand } from './run-command.ts'

// npm run migrate: opening the database migrates it.
await runCommand(({ migrated, place }) => {
  for (const name of migrated) console.log(`Applied ${name}`)
  console.log(`${place} is up to date.`)
  return Promise.resolve(0)
})
