import { readFileStamp } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'
import type { Config } from '../config.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import { listSnapshots } from './snapshots.ts'

interface Services {
  readonly config: Config
  readonly now: number
  readonly log: Log
  readonly stopped: () => boolean
}

/** Makes a backup if the newest one in the folder of the settings is old. One that failed is tried again the next time. */
export async function backUpIfDue({ config, now, log, stopped }: Services): Promise<void> {
  const { folder, every, keep } = config.backups
  if (folder === null) return
  const [newest] = (await listSnapshots(folder)).slice(-1)
  if (newest !== undefined && now - readFileStamp(newest) < every) return
  const made = await makeBackup(config, { folder, keep, withKey: true, now, stopped }).catch((error: unknown) => {
    // The next process makes it.
    if (stopped()) return null
    throw error
  })
  if (made !== null) log.info(shown(made), 'a backup was made')
}

const shown = ({ path, media, removed }: Backup) => ({ path, media: media?.files ?? null, removed })
