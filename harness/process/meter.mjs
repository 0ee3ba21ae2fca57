/** Loaded with --import into a measured process; reports its usage on request. */
const collect = globalThis.gc

process.on('message', (question) => {
  if (question !== 'usage' && question !== 'usage after collection') return
  if (question === 'usage after collection') collect?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send({ cpu: user + system, rss, kept: heapUsed + external })
})
// The question alone must not keep a program alive that has ended its work.
process.channel?.unref()
