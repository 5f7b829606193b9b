import { sandboxOperations } from '../../contract/sandbox.ts'
import type { UseCase } from '../context.ts'
import { askControl, pathOf } from './ask-control.ts'

const answered = sandboxOperations.addSandboxComment.response.shape.data

export const addSandboxComment: UseCase<'addSandboxComment'> = async (call) => {
  const { post_id: id, ...json } = call.body
  const path = pathOf(call.params.platform, 'posts', id, 'comments')
  return call.answer.afterwards({
    status: 'ok',
    data: await askControl(call, { method: 'POST', path, json }, answered),
  })
}
