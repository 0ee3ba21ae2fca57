import { runCommand } from './run-command.ts'

// npm run migrate: opening the database brings it up to date; this tells with what.
await runCommand(({ migrated, place }) => {
  for (const name of migrated) console.log(`Applied ${name}`)
  console.log(`${place} is up to date.`)
  return Promise.resolve(0)
})
