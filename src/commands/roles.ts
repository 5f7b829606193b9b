import type { Command } from 'commander'
import type { RoleName } from './actions/serve.ts'

export const serveRole = async (name: RoleName): Promise<void> => (await import('./actions/serve.ts')).serve(name)

/** `api` is in `client/api.ts`, because with arguments it is a client. */
export function addRoleCommands(program: Command): void {
  program
    .command('start')
    .description('run everything in one process')
    .action(() => serveRole('start'))
  program
    .command('worker')
    .description('run only the background work; many can share one PostgreSQL database')
    .action(() => serveRole('worker'))
}
