import type { Command } from 'commander'

const load = () => import('./actions/store.ts')

export function addStoreCommands(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to this version (every start of the service does this too)')
    .action(async () => (await load()).migrate())
  program
    .command('backup')
    .argument('<file>', 'the file to write; it must not exist')
    .description('copy the embedded database to a file; Polypost may be running')
    .action(async (file: string) => (await load()).backup(file))
}
