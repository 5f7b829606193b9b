import { day, hour, minute } from '../domain/time.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { usualLife } from '../outbound/reusable-connections.ts'
import { createSmallPictures } from '../usecases/media/keep-small.ts'
import { type Chore, startChores } from '../worker/chores.ts'
import { keepLogins } from '../worker/keep-logins.ts'
import type { Pauses } from '../worker/pruning/pauses.ts'
import { pruneMedia, removeOrphans } from '../worker/pruning/prune-media.ts'
import { pruneTables } from '../worker/pruning/prune-tables.ts'
import { startWorking } from '../worker/start.ts'
import { backUpIfDue } from './backups/back-up-if-due.ts'
import type { Config } from './config.ts'
import type { Parts, Stoppable } from './open-parts.ts'

/** The work that is not caused by a request: due jobs, deleting what is old, and renewing logins. */
export async function startWork(config: Config, parts: Parts): Promise<Stoppable[]> {
  const { lookup, log, measured, waker } = parts
  const http = createHttpClient({ exceptions: config.allowedAddresses, lookup, log, reusableFor: usualLife })
  const chores = await startChores(parts, choresOf(config, parts))
  return [
    { stop: http.close },
    chores,
    startWorking(
      { ...parts, http, allowHttp: config.allowHttpWebhooks, greatestLateness: config.greatestLateness },
      measured,
      waker,
    ),
  ]
}

/** So that the images of a large library, which were uploaded before, keep nobody waiting. */
const smallPicturesAtOnce = 200

/** The IDs are stored in the database, so they never change. */
function choresOf(config: Config, { accounts, clock, database, log, media: host, storage }: Parts): readonly Chore[] {
  const media = { database, storage, clock, keepDays: config.mediaKeepDays }
  const makeSmallPictures = createSmallPictures({ database, media: host, log }, smallPicturesAtOnce)
  return [
    {
      id: 1,
      what: 'old rows',
      every: 10 * minute,
      atStart: true,
      run: (pauses) => pruneTables({ database, clock, log }, config.keepDays, pauses),
    },
    { id: 2, what: 'old media', every: 10 * minute, atStart: true, run: (pauses) => pruneMedia({ ...media, pauses }) },
    {
      id: 3,
      what: 'files without a row',
      every: day,
      atStart: false,
      run: (pauses) => removeOrphans({ ...media, pauses }),
    },
    {
      id: 4,
      what: 'logins to renew',
      every: 10 * minute,
      atStart: true,
      run: async ({ stopped }) => {
        await keepLogins({ database, accounts, clock, log }, stopped)
      },
    },
    {
      id: 6,
      what: 'small pictures',
      every: hour,
      atStart: true,
      run: ({ stopped }) => makeSmallPictures(stopped),
    },
    ...(config.backups.folder === null
      ? []
      : [
          {
            id: 5,
            what: 'backups',
            every: Math.min(hour, config.backups.every),
            atStart: true,
            run: ({ stopped }: Pauses) => backUpIfDue({ config, now: clock.now(), log, stopped }),
          },
        ]),
  ]
}
