import type { ReadChoices } from '../shared/reads.ts'
import { listBoards } from './account.ts'

export const readBoards: ReadChoices = async (context) => {
  const boards = await listBoards(context)
  return { type: 'read', value: boards.map(({ id, name }) => ({ value: id, name })) }
}
