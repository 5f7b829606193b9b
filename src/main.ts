import type { RoleName } from './commands/actions/serve.ts'
import { explainFault } from './commands/fault.ts'

// What Polypost stores is for its own user alone, also in a folder that others may open.
process.umask(0o077)

const roles: readonly RoleName[] = ['start', 'api', 'worker']

const [name, ...others] = process.argv.slice(2)
const role = others.length === 0 && roles.find((one) => one === name)

// The service does not load the command line, which would cost it memory and a part of its start.
if (role) await serveRole(role)
else await (await import('./commands/program.ts')).run()

async function serveRole(role: RoleName): Promise<void> {
  const { serve } = await import('./commands/actions/serve.ts')
  await serve(role).catch((error: unknown) => {
    process.exitCode = 1
    console.error(explainFault(error))
  })
}
