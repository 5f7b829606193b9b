import { simulator } from '../../src/sandbox/platforms/bluesky/index.ts'
import { createSandbox } from '../../src/sandbox/server/server.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'

/** A sandbox in its own process, to be killed: `node sandbox-child.ts <file>`. Prints its URL. */
const { address } = await createSandbox({
  platforms: [{ name: 'bluesky', aliases: ['sky'], load: async () => simulator }],
  file: process.argv[2] ?? null,
  port: 0,
  scale: 1,
  growth: false,
  clock: systemClock,
  log: createLog({ level: 'error', pretty: false }),
})
process.stdout.write(`${address}\n`)
