import { readConfig } from '../../src/app/config.ts'
import { startApp } from '../../src/app/start.ts'
import { platforms } from '../../src/platforms/index.ts'
import { nothing } from './nothing.ts'

/**
 * The service as the bench needs it, in a process of its own: `api`, `worker` or `both`, on the real platforms or on
 * `nothing`. The command line has no API alone on an embedded database.
 */
const [, , role, on] = process.argv
const roles = { api: role !== 'worker', worker: role !== 'api' }
const app = await startApp(readConfig(process.env), roles, { platforms: on === 'nothing' ? [nothing] : platforms })
process.once('SIGTERM', async () => {
  await app.stop()
  process.exit()
})
