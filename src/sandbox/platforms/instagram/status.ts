import { minute } from '../../../domain/time.ts'
import { fieldsOf, notThere, ok, pick } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { stateOf } from './containers.ts'
import { accountsOf, type Call } from './gate.ts'
import { numberOf } from './refused.ts'
import { type Container, containers, settingsOf } from './store.ts'

/** GET /{container} */
export function containerAnswer(container: Container, call: Call): SimulatedReply {
  const { world, holder, host, parameters } = call
  const isShown = host === 'api' || holder.kind !== 'page' || settingsOf(world).containersByPageToken
  if (!isShown || !accountsOf(call).includes(container.owner)) return notThere(container.id, world)
  const now = lookedAt(container, world)
  if (now !== container) containers(world).put(now)
  const state = stateOf(now, world)
  const uploading = { status: now.state === 'awaiting' ? 'in_progress' : 'complete', bytes_transferred: now.received }
  return ok(
    pick(
      {
        id: now.id,
        status_code: state,
        status: sentences[state](now.fault),
        video_status: { uploading_phase: uploading, processing_phase: { status: 'not_started' } },
      },
      fieldsOf(parameters.fields ?? 'id'),
    ),
  )
}

/** Reading the status can trigger the faults that a test has requested: slow or failed processing. */
function lookedAt(container: Container, world: World): Container {
  if (container.state !== 'processing') return container
  if (world.meets('processing_failed', 'status'))
    return { ...container, state: 'failed', fault: String(numberOf('wrongFile')) }
  return world.meets('slow_processing', 'status')
    ? { ...container, readyAt: world.now() + world.scaled(minute) }
    : container
}

const sentences: Readonly<Record<ReturnType<typeof stateOf>, (fault: string | null) => string>> = {
  IN_PROGRESS: () => 'In Progress: Media is still being processed.',
  FINISHED: () => 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: () => 'Published: Media has been published.',
  EXPIRED: () => 'Expired: The media was not published within 24 hours.',
  ERROR: (fault) => `Error: Media upload has failed with error code ${fault}`,
}
