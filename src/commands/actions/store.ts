import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig } from '../../app/config.ts'
import { writeLastBackup } from '../../app/data-dir.ts'
import { embeddedFile } from '../../app/open-store.ts'
import { copyDatabase } from '../../store/engine/backup.ts'
import { systemClock } from '../../system/clock.ts'
import { CommandFault } from '../fault.ts'
import { withStore } from './with-store.ts'

export const migrate = (): Promise<void> =>
  withStore(async ({ database }) => console.log(`The ${database.kind} database is up to date.`), { migrates: true })

export async function backup(file: string): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== null)
    throw new CommandFault('“polypost backup” copies the embedded database. For PostgreSQL, use pg_dump.')
  const source = embeddedFile(config)
  const target = resolve(file)
  await access(source).catch(() => {
    throw new CommandFault(`There is no database at ${source}. Set POLYPOST_DATA_DIR to the folder of the instance.`)
  })
  if (await exists(target))
    throw new CommandFault(`${target} already exists. Choose another name; nothing was changed.`)
  const now = systemClock.now()
  await copyDatabase(source, target, now)
  await writeLastBackup(config.dataDir, now)
  console.log(
    `The database was copied to ${target}. Keep the copy together with secret.key and media from ${config.dataDir}.`,
  )
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
