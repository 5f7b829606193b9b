import type { Command } from 'commander'
import { type Config, readConfig } from '../app/config.ts'
import { ownerKeyFile } from '../app/data-dir.ts'
import type { Roles } from '../app/roles.ts'
import { setupLinkFile } from '../app/set-up.ts'
import { type App, startApp } from '../app/start.ts'
import { platforms as allPlatforms } from '../platforms/index.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { CommandFault } from './fault.ts'
import { listenFault } from './listen-fault.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const platforms: readonly Platform[] = allPlatforms

const roles: readonly { name: string; description: string; roles: Roles }[] = [
  { name: 'start', description: 'everything in one process', roles: { api: true, worker: true } },
  {
    name: 'api',
    description: 'only the API; many can share one PostgreSQL database',
    roles: { api: true, worker: false },
  },
  {
    name: 'worker',
    description: 'only the background work; many can share one PostgreSQL database',
    roles: { api: false, worker: true },
  },
]

/** In tests the sandbox adds no activity of its own. */
const sandbox = { growth: process.env.NODE_ENV !== 'test' }

/** `api` is in `client/api.ts`, because with arguments it is a client. */
export function addRoleCommands(program: Command): void {
  for (const { name, description } of roles.filter((role) => role.name !== 'api'))
    program
      .command(name)
      .description(`run ${description}`)
      .action(() => serveRole(name))
}

export async function serveRole(name: string): Promise<void> {
  const role = roles.find((one) => one.name === name)
  if (!role) throw new Error(`There is no role ${name}.`)
  await serve(readConfig(process.env), name === 'start' ? { ...role.roles, sandbox } : role.roles, name)
}

async function serve(config: Config, parts: Roles, name: string): Promise<void> {
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

/** One video for all platforms. */
export const firstPost = (video: string) => ({
  message: 'Hello from Polypost',
  media: [{ url: video }],
  platforms: platforms.map(({ name }) => name),
  platform_options: Object.fromEntries(platforms.flatMap(({ name, toTry }) => (toTry ? [[name, toTry]] : []))),
})

/** The same as a command. */
export function firstCommand(video: string): string {
  const { message, platform_options } = firstPost(video)
  return `post "${message}" -p all -m ${video} --options '${JSON.stringify(platform_options)}' --wait`
}

/** How this program is called: from a checkout, or from the package of npm. */
const command = import.meta.url.endsWith('.ts') ? 'npm run polypost --' : 'npx polypost'

function greeting({ address, ownerKey, setupLink, sandbox, sample }: App, config: Config): string {
  const base = config.publicUrl
  return [
    '',
    `  Polypost is ready.`,
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
          `  ${command} connect all --sandbox`,
          `  ${command} ${firstCommand(sample)}`,
          '',
        ]),
  ].join('\n')
}
