import type { Row } from './kit/bench.ts'
import { acceptPostgres } from './rows/accept-postgres.ts'
import { acceptSqlite } from './rows/accept-sqlite.ts'
import { brands } from './rows/brands.ts'
import { browsing } from './rows/browse.ts'
import { calendar } from './rows/calendar.ts'
import { capacity } from './rows/capacity.ts'
import { deleting } from './rows/deleting.ts'
import { deliveries } from './rows/deliveries.ts'
import { due } from './rows/due.ts'
import { firstByte } from './rows/first-byte.ts'
import { hanging } from './rows/hanging.ts'
import { backlogOfJobs, deletedWebhook, lockedRow } from './rows/isolation.ts'
import { profiles } from './rows/profiles.ts'
import { publishedJobs } from './rows/published.ts'
import { queues } from './rows/queues.ts'
import { rest } from './rows/rest.ts'
import { statements } from './rows/statements.ts'
import { typing } from './rows/typing.ts'
import { upload } from './rows/upload.ts'

/** In the order of the table. */
export const rows: Readonly<Record<string, Row>> = {
  'accept-postgres': acceptPostgres,
  'accept-sqlite': acceptSqlite,
  profiles,
  published: publishedJobs,
  statements,
  queues,
  deliveries,
  hanging,
  due,
  'first-byte': firstByte,
  browse: browsing,
  brands,
  deleting,
  rest,
  upload,
  typing,
  calendar,
  'backlog-jobs': backlogOfJobs,
  'delete-webhook': deletedWebhook,
  'locked-row': lockedRow,
  capacity,
}
