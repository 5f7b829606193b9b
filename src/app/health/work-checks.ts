import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { KiB } from '../../domain/bytes.ts'
import { minute } from '../../domain/time.ts'
import { choreLateness, countInDoubt, countWebhookTroubles } from '../../store/health.ts'
import { findHold, readNow } from '../../store/hold.ts'
import { oldestOverdue } from '../../store/jobs/due-jobs.ts'
import { counted, fault, type HealthContext, mendable, type NamedCheck, ok, warning } from './check.ts'

const longestAnswer = 64 * KiB
const lateJob = 5 * minute
/** Regular work is due every ten minutes. */
const lateChore = 30 * minute

async function checkHold({ database }: HealthContext) {
  const hold = await findHold(database.read)
  return hold === null
    ? ok('The database is not held.')
    : fault(`${hold.reason} Nothing is published.`, 'Read docs/operate/backup.md, then run “polypost release”.')
}

async function checkWorkers({ database }: HealthContext) {
  const late = await choreLateness(database.read, await readNow(database.read))
  if (late === null) return warning('No worker has run yet.', 'Start “polypost start” or “polypost worker”.')
  return late > lateChore
    ? fault(`No worker has done regular work for ${Math.round(late / minute)} minutes.`, 'Start “polypost worker”.')
    : ok('A worker does the regular work.')
}

const readiness = z.object({ claims: z.string(), claims_failing: z.array(z.string()).default([]) })

/** The queues whose claims fail; null if nobody tells. A command asks the service, which is another process. */
async function failingClaims({
  vitals,
  http,
  config: { publicUrl },
}: HealthContext): Promise<readonly string[] | null> {
  if (vitals) return vitals.failing()
  try {
    const { body } = await http.request({ method: 'GET', url: `${publicUrl}/readyz`, maxBytes: longestAnswer })
    return readiness.parse(JSON.parse(await text(body))).claims_failing
  } catch {
    return null
  }
}

async function checkClaims(checked: HealthContext) {
  const failing = await failingClaims(checked)
  if (failing === null) return ok('Whether due work can be taken is known to each worker alone; its /readyz says it.')
  return failing.length === 0
    ? ok('Due work can be taken.')
    : fault(
        `No due work of these kinds can be taken: ${failing.join(', ')}.`,
        'Read the log of the service: “could not be claimed” is there with the reason.',
      )
}

async function checkOverdue({ database }: HealthContext) {
  const late = await oldestOverdue(database.read)
  return late > lateJob
    ? fault(
        `A post is ${Math.round(late / minute)} minutes late.`,
        'Check that a worker runs and the database is not held. If posts are many, start more workers.',
      )
    : ok('No post is late.')
}

async function checkDoubt({ database }: HealthContext) {
  const count = await countInDoubt(database.read)
  return count === 0
    ? ok('Every post that was sent has a known result.')
    : warning(
        `${counted(count, 'job')} may or may not have been published.`,
        'A person has to look at the platform, and report it with POST /jobs/{id}/resolve.',
      )
}

async function checkWebhooks({ database }: HealthContext) {
  const { failing, disabled } = await countWebhookTroubles(database.read)
  const shown = `${counted(failing, 'webhook')} failing, ${disabled} disabled.`
  const look =
    'The deliveries of each webhook show why: see Webhooks in the dashboard, or GET /webhooks/{id}/deliveries.'
  if (disabled > 0)
    return mendable(warning(shown, `${look} When the cause is gone, “polypost doctor --fix” enables them again.`))
  return failing > 0 ? warning(shown, look) : ok('No webhook fails.')
}

export const workChecks: readonly NamedCheck[] = [
  { id: 'hold', run: checkHold },
  { id: 'workers', run: checkWorkers },
  { id: 'claims', run: checkClaims },
  { id: 'overdue_jobs', run: checkOverdue },
  { id: 'jobs_in_doubt', run: checkDoubt },
  { id: 'webhooks', run: checkWebhooks },
]
