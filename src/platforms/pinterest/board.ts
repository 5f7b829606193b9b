import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { refusal } from './errors.ts'
import { boardInput } from './plan.ts'
import { request } from './request.ts'

/** Checks that the board exists before a video is uploaded. */
export const checkBoard = defineAction({
  kind: 'prepare',
  input: boardInput,
  perform: async ({ boardId }, context) => {
    const answer = await request(context, { method: 'GET', path: `/boards/${boardId}` })
    return isDone(answer) ? { type: 'done', result: null } : refusal(answer, 'read', context)
  },
})
