import type { Command } from 'commander'

const load = () => import('./actions/hold.ts')

export function addHoldCommands(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a copy that “polypost backup” made')
    .description('put a copy in the place of the embedded database and hold it; Polypost must not be running')
    .action(async (file: string) => (await load()).restore(file))
  program
    .command('hold')
    .option(
      '--since <time>',
      'when the database was copied, such as 2026-11-22T09:00:00Z; by default, when it was last used',
    )
    .description('hold a database that was restored in another way: nothing is published until “polypost release”')
    .action(async (options: { since?: string }) => (await load()).hold(options))
  program
    .command('release')
    .option('--show', 'only show what may have been published since the copy')
    .option('--stopped <time>', 'when the earlier service stopped: what became due after that was not published')
    .description('end the hold of a restored database: platforms are asked what was published, and the rest goes on')
    .action(async (options: { show?: true; stopped?: string }) => (await load()).endHold(options))
}
