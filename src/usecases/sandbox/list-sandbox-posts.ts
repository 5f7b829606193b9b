import { sandboxOperations } from '../../contract/sandbox.ts'
import type { UseCase } from '../context.ts'
import { askControl, partOf, pathOf } from './ask-control.ts'

const answer = sandboxOperations.listSandboxPosts.response.shape.data

export const listSandboxPosts: UseCase<'listSandboxPosts'> = async (call) => {
  const { params, query } = call
  const data = await askControl(
    call,
    { method: 'GET', path: pathOf(params.platform, 'posts'), query: partOf(query) },
    answer,
  )
  const posts = data.posts.map((post) => ({ ...post, url: call.accounts.sandboxPage(post.url) }))
  return { status: 'ok', data: { ...data, posts } }
}
