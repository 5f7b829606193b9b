import type { Tool } from '../tool.ts'
import { changePost } from './change-post.ts'
import { getAnalytics } from './get-analytics.ts'
import { getOverview } from './get-overview.ts'
import { getPlatformRules } from './get-platform-rules.ts'
import { getPost } from './get-post.ts'
import { listComments } from './list-comments.ts'
import { listPosts } from './list-posts.ts'
import { publishPost } from './publish-post.ts'
import { replyToComment } from './reply-to-comment.ts'
import { restorePost } from './restore-post.ts'
import { retryPost } from './retry-post.ts'
import { reviewAutoReply } from './review-auto-reply.ts'
import { saveDraft } from './save-draft.ts'
import { uploadMedia } from './upload-media.ts'
import { validatePost } from './validate-post.ts'

export const toolsFor = (names: readonly string[]): readonly Tool[] => [
  getOverview,
  getPlatformRules(names),
  validatePost(names),
  listPosts(names),
  getPost,
  listComments,
  getAnalytics(names),
  saveDraft(names),
  uploadMedia,
  publishPost(names),
  changePost,
  restorePost,
  retryPost,
  replyToComment,
  reviewAutoReply,
]
