import { tokenOf } from '../../shared/graph.ts'
import { holder } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { begun, stateOf } from './containers.ts'
import { isVideo, videoFault } from './fetched.ts'
import { numberOf } from './refused.ts'
import { type Container, containers } from './store.ts'

/** Instagram's upload host has its own form of errors. */
const refuse = (status: number, type: string, message: string): SimulatedReply => ({
  status,
  body: { debug_info: { retriable: false, type, message } },
})

const done: SimulatedReply = { status: 200, body: { success: true, message: 'Upload successful.' } }

/** POST /ig-api-upload/{version}/{container}: the bytes from `offset` on, or a URL of the file. */
export async function takeBytes(request: SimulatedRequest, world: World): Promise<SimulatedReply> {
  const { headers, params, size, body } = request
  const holding = /^OAuth /.test(headers.authorization ?? '') ? holder(tokenOf(request), world) : null
  if (holding?.type !== 'granted') return refuse(401, 'NotAuthorizedError', 'The OAuth token is missing or wrong.')
  const container = containers(world).get(params.id ?? '')
  if (!container || stateOf(container, world) === 'EXPIRED') return refuse(404, 'NotFoundError', 'No such upload.')
  if (container.state !== 'awaiting') return done
  if (headers.file_url !== undefined) return fetched(container, headers.file_url, world)
  const [offset, total] = [headers.offset, headers.file_size].map(Number)
  if (offset === undefined || total === undefined || !(total > 0))
    return refuse(
      400,
      'ParameterValidationError',
      'HeaderValuePredicate: Header Offset not convertable to unsigned long',
    )
  if (offset !== container.received)
    return refuse(409, 'OffsetInvalidError', `The upload goes on at ${container.received}.`)
  const isFirst = offset === 0
  const fault = isFirst && !isVideo(body) ? String(numberOf('wrongFile')) : container.fault
  const received = { ...container, received: offset + size, fault }
  const isWhole = received.received >= total
  containers(world).put(isWhole ? begun({ ...received, state: 'processing' }, world) : received)
  return isWhole ? done : refuse(400, 'PartialRequestError', 'The upload is not complete.')
}

async function fetched(container: Container, url: string, world: World): Promise<SimulatedReply> {
  const { kind } = container
  const fault = kind === 'IMAGE' || kind === 'CAROUSEL' ? 'wrongFile' : await videoFault(url, kind, world)
  const whole = { ...container, fault: fault && String(numberOf(fault)), state: 'processing' as const }
  containers(world).put(begun(whole, world))
  return done
}
