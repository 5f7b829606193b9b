import type { Command } from 'commander'
import type { BackupOptions } from './actions/store.ts'
import { wholeNumber } from './parse.ts'

const load = () => import('./actions/store.ts')

export function addStoreCommands(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to this version (every start of the service does this too)')
    .action(async () => (await load()).migrate())
  program
    .command('backup')
    .argument('<folder>', 'the folder of the backups; or a new file that ends in .db, for the database alone')
    .option(
      '--keep <count>',
      'how many backups the folder keeps; by default, POLYPOST_BACKUP_KEEP',
      wholeNumber({ min: 1, max: 9999 }),
    )
    .option('--without-key', 'leave out secret.key; then keep it in another place')
    .description('copy the database, its key and the media; Polypost may be running')
    .addHelpText(
      'after',
      '\nExamples:\n  polypost backup /backups\n  polypost backup /backups --keep 30 --without-key\n  polypost backup before-update.db',
    )
    .action(async (folder: string, options: BackupOptions) => (await load()).backup(folder, options))
}
