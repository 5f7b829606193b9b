import { z } from 'zod'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { ownBoard } from './boards.ts'
import type { Call } from './gate.ts'
import { answerPage } from './paging.ts'
import { invalid, noBoard, noPin, ok, onTrial } from './problems.ts'
import { pinShape } from './shapes.ts'
import { mediaSource, shownOf } from './source.ts'
import { boards, listOf, type Numbers, newId, type Pin, pins, pinWords, users } from './store.ts'

const numeric = z.string().regex(/^\d+$/)

/** PinCreate of OpenAPI 5.23.0, and the additional field of 5.28. Other fields are not allowed. */
const newPin = z.strictObject({
  board_id: numeric,
  board_section_id: numeric.nullish(),
  ...pinWords.shape,
  dominant_color: z.string().nullish(),
  parent_pin_id: numeric.nullish(),
  sponsor_id: numeric.nullish(),
  media_source: mediaSource,
  ai_disclosures: z.strictObject({ values: z.array(z.string()) }).optional(),
})

/** POST /v5/pins. All checks run before anything is stored. */
export async function createPin(call: Call): Promise<SimulatedReply> {
  const { request, world, user } = call
  if (user.standing === 'trial') return onTrial()
  const read = newPin.safeParse(request.json())
  if (!read.success) return invalid(wrong(read.error))
  const { board_id, media_source } = read.data
  if (!ownBoard(call, board_id)) return noBoard()
  const shown = await shownOf(media_source, call)
  if ('status' in shown) return shown
  const pin = addPin(world, {
    ...pinWords.parse(read.data),
    ...shown,
    owner: user.id,
    board: board_id,
  })
  // An app in trial access may create only Pins that nobody else sees, if any.
  if (user.standing === 'trial_hidden') world.unpublish(pin.id)
  return ok(pinShape(pin, world, false), 201)
}

/** The path and the fault of an invalid field, in Pinterest's form. */
function wrong({ issues }: z.ZodError): string {
  const [issue] = issues
  const path = issue?.path.map(String).join('.') ?? ''
  return `Invalid request: '${path === '' ? 'body' : path}' ${issue?.message}`
}

const noNumbers: Numbers = {
  impression: 0,
  pin_click: 0,
  outbound_click: 0,
  save: 0,
  reaction: 0,
  comment: 0,
  video_view: 0,
}

function addPin(world: World, given: Omit<Pin, 'id' | 'createdAt' | 'numbers'>): Pin {
  const pin: Pin = { ...given, id: newId(world), createdAt: world.now(), numbers: noNumbers }
  pins(world).put(pin)
  listOf(world, 'board', pin.board).put(pin.id, null)
  listOf(world, 'created', pin.owner).put(pin.id, null)
  const [board, owner] = [boards(world).get(pin.board), users(world).get(pin.owner)]
  if (board) boards(world).put({ ...board, pins: board.pins + 1 })
  if (owner) users(world).put({ ...owner, pins: owner.pins + 1 })
  world.publish({
    id: pin.id,
    account_id: pin.owner,
    text: pin.description ?? pin.title ?? '',
    media_count: 1,
    reply_to: null,
    url: `${world.page('web')}/pin/${pin.id}/`,
    created_at: new Date(pin.createdAt).toISOString(),
  })
  return pin
}

export const ownPin = ({ request, world, user }: Call): Pin | undefined => {
  const pin = pins(world).get(request.params.id ?? '')
  return pin?.owner === user.id ? pin : undefined
}

const includesMetrics = (query: URLSearchParams): boolean => query.get('pin_metrics') === 'true'

/** GET /v5/pins/:id */
export function getPin(call: Call): SimulatedReply {
  const pin = ownPin(call)
  return pin ? ok(pinShape(pin, call.world, includesMetrics(call.request.query))) : noPin()
}

/** DELETE /v5/pins/:id */
export function deletePin(call: Call): SimulatedReply {
  const pin = ownPin(call)
  if (!pin) return noPin()
  const { world } = call
  pins(world).remove(pin.id)
  listOf(world, 'board', pin.board).remove(pin.id)
  listOf(world, 'created', pin.owner).remove(pin.id)
  world.unpublish(pin.id)
  return { status: 204 }
}

/** GET /v5/pins */
export const listOwnPins = ({ request, world, user }: Call): SimulatedReply =>
  answerPage(request.query, {
    list: listOf(world, 'created', user.id),
    find: pins(world).get,
    show: (one) => pinShape(one, world, includesMetrics(request.query)),
  })
