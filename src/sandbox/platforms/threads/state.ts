import { day, second } from '../../../domain/time.ts'
import { ok, parametersOf } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { noSuchField } from './problems.ts'
import { type Container, containers } from './store.ts'

/** A container that is not published within this time has expired. */
const life = day
const slowProcessing = 30 * second

export function stateOf(
  { post, fault, readyAt, createdAt }: Container,
  world: World,
): 'PUBLISHED' | 'ERROR' | 'IN_PROGRESS' | 'EXPIRED' | 'FINISHED' {
  const now = world.now()
  if (post !== null) return 'PUBLISHED'
  if (now < readyAt) return 'IN_PROGRESS'
  if (fault !== null) return 'ERROR'
  return now > createdAt + world.scaled(life) ? 'EXPIRED' : 'FINISHED'
}

const fields = ['id', 'status', 'error_message']

/** GET /:id for a container. */
export function containerStatus(
  container: Container,
  { world, request }: { readonly world: World; readonly request: Parameters<typeof parametersOf>[0] },
): SimulatedReply {
  const requested = (parametersOf(request).fields ?? 'id').split(',')
  const unknown = requested.find((field) => !fields.includes(field))
  if (unknown !== undefined) return noSuchField(unknown, 'ThreadsPublishingContainer', world)
  const now = progressed(container, world)
  if (now !== container) containers(world).put(now)
  const status = stateOf(now, world)
  return ok({
    id: now.id,
    ...(requested.includes('status') ? { status } : {}),
    ...(requested.includes('error_message') && status === 'ERROR' ? { error_message: now.fault ?? 'UNKNOWN' } : {}),
  })
}

function progressed(container: Container, world: World): Container {
  if (container.post !== null) return container
  if (world.meets('processing_failed', 'status'))
    return { ...container, fault: 'FAILED_PROCESSING_VIDEO', readyAt: world.now() }
  if (world.meets('slow_processing', 'status'))
    return { ...container, readyAt: world.now() + world.scaled(slowProcessing) }
  return container
}
