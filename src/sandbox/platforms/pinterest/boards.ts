import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { minute } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { addBoard } from './accounts.ts'
import type { Call } from './gate.ts'
import { answerPage } from './paging.ts'
import { invalid, noBoard, ok } from './problems.ts'
import { pinShape } from './shapes.ts'
import { type Board, boards, listOf, type Pin, pins, timeOf, users } from './store.ts'

const boardShape = (board: Board, world: World): Readonly<Record<string, Json>> => ({
  id: board.id,
  name: board.name,
  description: board.description,
  privacy: board.privacy,
  owner: { username: users(world).get(board.owner)?.username ?? '' },
  pin_count: board.pins,
  follower_count: 0,
  collaborator_count: 0,
  created_at: timeOf(board.createdAt),
  board_pins_modified_at: timeOf(board.createdAt),
  media: { image_cover_url: null, pin_thumbnail_urls: [] },
})

/** Only the owner can read a secret board, with scopes that no client requests here. */
export const ownBoard = ({ world, user }: Call, id: string): Board | undefined => {
  const board = boards(world).get(id)
  return board?.owner === user.id ? board : undefined
}

/** GET /v5/boards */
export const listBoards = ({ request, world, user }: Call): SimulatedReply =>
  answerPage(request.query, {
    list: listOf(world, 'boards', user.id),
    find: boards(world).get,
    show: (one) => boardShape(one, world),
    fits: ({ privacy }) => privacy !== 'SECRET',
  })

/** GET /v5/boards/:id */
export function getBoard(call: Call): SimulatedReply {
  const board = ownBoard(call, call.request.params.id ?? '')
  return board ? ok(boardShape(board, call.world)) : noBoard()
}

const newBoard = z.object({
  name: z.string().min(1).max(180),
  description: z.string().nullish(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']).default('PUBLIC'),
})

/** POST /v5/boards */
export function createBoard({ request, world, user }: Call): SimulatedReply {
  const read = newBoard.safeParse(request.json())
  if (!read.success) return invalid('Invalid request: a board needs a name of 1 to 180 characters.')
  const { name, description = null, privacy } = read.data
  return ok(boardShape(addBoard(world, user, { name, description, privacy }), world), 201)
}

/** How many of the latest Pins a lagging list leaves out; the newest is always missing. */
const lag = minute

/** GET /v5/boards/:id/pins */
export function listPins(call: Call): SimulatedReply {
  const { request, world } = call
  const board = ownBoard(call, request.params.id ?? '')
  if (!board) return noBoard()
  const list = listOf(world, 'board', board.id)
  const lags = world.meets('list_lag', 'read')
  const newest = list.range({ reverse: true, limit: 1 })[0]?.id
  const isKnown = ({ id, createdAt }: Pin): boolean => id !== newest && createdAt <= world.now() - world.scaled(lag)
  return answerPage(request.query, {
    list,
    find: pins(world).get,
    show: (one) => pinShape(one, world, false),
    fits: (one) => !lags || isKnown(one),
  })
}
