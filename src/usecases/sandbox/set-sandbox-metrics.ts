import { sandboxOperations } from '../../contract/sandbox.ts'
import type { UseCase } from '../context.ts'
import { askControl, pathOf } from './ask-control.ts'

const answered = sandboxOperations.setSandboxMetrics.response.shape.data

export const setSandboxMetrics: UseCase<'setSandboxMetrics'> = async (call) => {
  const { post_id: id, metrics } = call.body
  const path = pathOf(call.params.platform, 'posts', id, 'metrics')
  return call.answer.afterwards({
    status: 'ok',
    data: await askControl(call, { method: 'POST', path, json: metrics }, answered),
  })
}
