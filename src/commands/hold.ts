import type { Command } from 'commander'

const load = () => import('./actions/hold.ts')

export function addHoldCommands(program: Command): void {
  program
    .command('restore')
    .argument('<backup>', 'a backup that “polypost backup” made: a folder with a time as its name, or a .db file')
    .description('put back the database, its key and the media, and hold the database; Polypost must not be running')
    .action(async (backup: string) => (await load()).restore(backup))
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
