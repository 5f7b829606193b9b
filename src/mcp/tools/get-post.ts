import { z } from 'zod'
import { readDoubts } from '../doubts.ts'
import { postId } from '../fields.ts'
import { shownPost, showPost } from '../show-post.ts'
import { defineTool } from '../tool.ts'

export const getPost = defineTool({
  name: 'get_post',
  title: 'Read a post',
  description:
    'Returns one post: the status, the address and the problem of each platform, the revision that change_post needs, and what a person must do, if anything.',
  kind: 'reads',
  operation: 'getPost',
  input: z.strictObject({ post_id: postId }),
  output: shownPost.extend({ needs_person: readDoubts.output }),
  run: async ({ operate, input }) => {
    const { data } = await operate('getPost', { params: { id: input.post_id } })
    return { ...showPost(data), needs_person: await readDoubts.of(operate, data) }
  },
})
