import { readConfig } from '../../src/app/config.ts'
import { startApp } from '../../src/app/start.ts'
import { platforms } from '../../src/platforms/index.ts'
import { nothing } from './nothing.ts'

/**
 * The service for the benchmark, in its own process: `api`, `worker` or `both`, with the real platforms or with
 * `nothing`. The command line cannot run the API alone on an embedded database.
 */
const [, , role, on] = process.argv
const roles = { api: role !== 'worker', worker: role !== 'api' }
const app = await startApp(readConfig(process.env), roles, { platforms: on === 'nothing' ? [nothing] : platforms })
process.once('SIGTERM', async () => {
  await app.stop()
  process.exit()
})
