import { day, hour, minute, second } from '../../domain/time.ts'
import { checkSchema } from '../../store/engine/migrate.ts'
import { sealedColumns } from '../../store/engine/sealed.ts'
import { readVersion } from '../../store/health.ts'
import { readNow } from '../../store/hold.ts'
import { readLastBackup } from '../data-dir.ts'
import { counted, fault, type HealthContext, type NamedCheck, ok, warning } from './check.ts'

const slowDatabase = second
const clockTolerance = 5 * second
/** In intervals of the backups. */
const tooOld = 2

async function checkDatabase({ database, databaseWay }: HealthContext) {
  const begun = performance.now()
  await database.ping()
  const took = Math.round(performance.now() - begun)
  const kind = database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const way = databaseWay.connections === 'pooler' ? ' through a pooler' : ''
  const shown = `The database is ${kind} ${await readVersion(database.read)}${way} and answers in ${took} ms.`
  return took < slowDatabase ? ok(shown) : warning(shown, 'Look at the load of the database, and the way to it.')
}

/** A database that lacks migrations is not opened at all. */
async function checkMigrations({ database }: HealthContext) {
  const newer = await checkSchema(database)
  return newer.length === 0
    ? ok('The database has the form that this version needs.')
    : warning(
        `A newer Polypost has migrated the database (${newer.join(', ')}). This version can work with it.`,
        'Update this process too; see docs/operate/upgrade.md.',
      )
}

async function checkKey({ database, sealer }: HealthContext) {
  const first = { skip: 0, limit: 1 }
  const pages = Object.values(sealedColumns).map((outdated) => outdated(database.read, sealer.newest, first))
  const isOld = (await Promise.all(pages)).some((page) => page.length > 0)
  return isOld
    ? warning('Some secrets are encrypted with an older key.', 'Run “polypost rotate-key”; see docs/operate/keys.md.')
    : ok('All secrets are encrypted with the newest key.')
}

async function checkClock({ database, clock }: HealthContext) {
  const difference = Math.abs(clock.now() - (await readNow(database.read)))
  const shown = `The clocks of this machine and of the database differ by ${Math.round(difference / second)} seconds.`
  const remedy = 'Let both machines set their clock by NTP.'
  if (difference > minute) return fault(shown, remedy)
  return difference > clockTolerance ? warning(shown, remedy) : ok('The clock agrees with that of the database.')
}

/** Only backups of Polypost itself leave a trace that can be seen here. */
async function checkBackup({ database, clock, config: { dataDir, backups } }: HealthContext) {
  if (database.kind === 'postgres')
    return ok('Backups of PostgreSQL are made without Polypost, so their age is not known here.')
  const at = await readLastBackup(dataDir)
  const age = at === null ? null : clock.now() - at
  if (age !== null && age <= tooOld * backups.every)
    return ok(`The last backup was made ${counted(Math.floor(age / hour), 'hour')} ago.`)
  const shown =
    age === null ? 'No backup was made yet.' : `The last backup was made ${counted(Math.floor(age / day), 'day')} ago.`
  return warning(
    shown,
    backups.folder === null
      ? 'Set POLYPOST_BACKUP_DIR, or run “polypost backup” every day, and keep the copies on another machine; see docs/operate/backup.md. If you copy the data in another way, ignore this.'
      : `The service makes one in ${backups.folder} while it runs. If none appears there, read its log: “backups” is in it with the reason.`,
  )
}

export const databaseChecks: readonly NamedCheck[] = [
  { id: 'database', run: checkDatabase },
  { id: 'migrations', run: checkMigrations },
  { id: 'sealing_key', run: checkKey },
  { id: 'clock', run: checkClock },
  { id: 'backup', run: checkBackup },
]
