import { createHash } from 'node:crypto'
import { isKind, kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'
import { type Board, boards, listOf, newId, type User, users } from './store.ts'

const maxUsername = 30
const hashLength = 6

const standings = ['trial_hidden', 'trial', 'unapproved'] as const

/** The ID of the account with this name; it is created with its boards if it does not exist. */
export function accountOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const user: User = {
    id: newId(world),
    name,
    username: usernameOf(name),
    isBusiness: !isKind(name, 'personal'),
    standing: kindIn(name, standings) ?? 'good',
    createdAt: world.now(),
    followers: 0,
    pins: 0,
  }
  users(world).put(user)
  world.documents('names').put(name, user.id)
  for (const board of boardsOf(name)) addBoard(world, user, { name: board, description: null, privacy: 'PUBLIC' })
  return user.id
}

function boardsOf(name: string): readonly string[] {
  if (isKind(name, 'without_boards')) return []
  return isKind(name, 'many_boards') ? ['Ideas', 'Recipes', 'Places to see'] : ['Ideas']
}

export function addBoard(
  world: World,
  { id: owner }: Pick<User, 'id'>,
  given: Pick<Board, 'name' | 'description' | 'privacy'>,
): Board {
  const board: Board = { ...given, id: newId(world), owner, createdAt: world.now(), pins: 0 }
  boards(world).put(board)
  listOf(world, 'boards', owner).put(board.id, null)
  return board
}

/** A username that Pinterest allows, different for every name. */
function usernameOf(name: string): string {
  if (/^[a-z0-9_]{3,30}$/.test(name)) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')
  return `${plain.slice(0, maxUsername - hashLength - 1)}_${hash}`
}
