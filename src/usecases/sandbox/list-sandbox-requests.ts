import { sandboxOperations } from '../../contract/sandbox.ts'
import type { UseCase } from '../context.ts'
import { askControl, partOf, pathOf } from './ask-control.ts'

const answer = sandboxOperations.listSandboxRequests.response.shape.data

export const listSandboxRequests: UseCase<'listSandboxRequests'> = async (call) => {
  const { params, query } = call
  const data = await askControl(
    call,
    { method: 'GET', path: pathOf(params.platform, 'requests'), query: partOf(query) },
    answer,
  )
  return { status: 'ok', data }
}
