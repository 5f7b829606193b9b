import { type Config, readConfig } from '../../app/config.ts'
import { ownerKeyFile } from '../../app/data-dir.ts'
import type { Roles } from '../../app/roles.ts'
import { setupLinkFile } from '../../app/set-up.ts'
import { type App, startApp } from '../../app/start.ts'
import { command } from '../../system/version.ts'
import { CommandFault } from '../fault.ts'
import { firstCommand } from './first-post.ts'
import { listenFault } from './listen-fault.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export type RoleName = 'start' | 'api' | 'worker'

const rolesNamed: Readonly<Record<RoleName, Roles>> = {
  start: { api: true, worker: true },
  api: { api: true, worker: false },
  worker: { api: false, worker: true },
}

/** In tests the sandbox adds no activity of its own. */
const sandbox = { growth: process.env.NODE_ENV !== 'test' }

export async function serve(name: RoleName): Promise<void> {
  const config = readConfig(process.env)
  const role = rolesNamed[name]
  const parts = name === 'start' ? { ...role, sandbox } : role
  if (name !== 'start' && config.databaseUrl === null)
    throw new CommandFault(`“polypost ${name}” requires PostgreSQL: set DATABASE_URL, or use “polypost start”.`)
  const app = await startApp(config, parts).catch((error: unknown) => {
    throw listenFault(error, config, parts.api ? 'PORT' : 'POLYPOST_HEALTH_PORT')
  })
  stopOnSignal(app)
  void app.unusable.then(async ({ message }) => {
    console.error(`polypost: ${message}`)
    await app.stop()
    process.exit(1)
  })
  if (process.stdout.isTTY) console.log(greeting(app, config))
  else {
    if (app.ownerKey !== null) console.log(`The owner’s API key was written to ${ownerKeyFile(config.dataDir)}`)
    if (app.setupLink !== null)
      console.log(`The link for the owner’s first sign-in was written to ${setupLinkFile(config.dataDir)}`)
  }
}

function greeting({ address, ownerKey, setupLink, sandbox, sample }: App, config: Config): string {
  const base = config.publicUrl
  return [
    '',
    `  Polypost is ready.`,
    ...(config.dashboard === 'on' ? [`  Dashboard  ${base}/`] : []),
    `  API        ${base}/api/v1${address === base ? '' : `  (listening on ${address})`}`,
    `  Reference  ${base}/api/v1/docs`,
    setupLink === null ? `  Sign in    ${base}/sign-in` : `  Set up     ${setupLink}  (once, within 24 hours)`,
    `  Data       ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'}`,
    ...(sandbox === null ? [] : [`  Sandbox    ${sandbox}  (simulated platforms; open it to see what was published)`]),
    ...(ownerKey === null ? [] : [`  Your key   ${ownerKey}`, `             kept in ${ownerKeyFile(config.dataDir)}`]),
    '',
    ...(sample === null
      ? []
      : [
          '  Try it in a second terminal, in this folder:',
          `  ${command()} connect all --sandbox`,
          `  ${command()} ${firstCommand(sample)}`,
          '',
        ]),
  ].join('\n')
}
