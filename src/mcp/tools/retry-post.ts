import { z } from 'zod'
import { readDoubts } from '../doubts.ts'
import { postId } from '../fields.ts'
import { shownPost, showPost } from '../show-post.ts'
import { askFirst, defineTool, Question } from '../tool.ts'

export const retryPost = defineTool({
  name: 'retry_post',
  title: 'Retry the failed platforms of a post',
  description:
    'Publishes a post again on the platforms where it failed, and only there. Read the problem with get_post first: what a platform refused will be refused again. If it is unknown whether a platform has published the post, the answer contains a question for the person, and nothing is sent to that platform.',
  kind: 'sends',
  operation: 'retryPost',
  input: z.strictObject({ post_id: postId }),
  output: shownPost.extend({ needs_person: readDoubts.output }),
  run: async (call) => {
    const { operate, pages, input } = call
    const params = { id: input.post_id }
    if (!call.caller.unattended) {
      const { data: failed } = await operate('getPost', { params })
      const asked = askFirst(call, question(failed), pages.post(failed.id))
      if (asked) return asked
    }
    const { data } = await operate('retryPost', { params })
    return { ...showPost(data), needs_person: await readDoubts.of(operate, data) }
  },
})

const question = ({ message }: { readonly message: string }): Question =>
  new Question(`Publish this post again where it failed?\n\n${message}`, 'Publish it again')
