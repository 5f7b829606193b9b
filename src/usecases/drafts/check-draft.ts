import type { Finding } from '../../domain/content.ts'
import type { DraftRow } from '../../store/posts/drafts.ts'
import type { Caller, Services } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { type ExaminedPost, examinePost } from '../posts/admit-post.ts'
import type { PostRequest } from '../posts/post-request.ts'

/** A draft as the post that it would be, with all findings. */
export interface CheckedDraft {
  readonly requested: PostRequest
  readonly examined: ExaminedPost
}

export async function checkDraft(
  services: Services & { readonly caller: Caller },
  draft: DraftRow,
  requested: PostRequest,
): Promise<CheckedDraft> {
  const profile = await postingProfile(services.database.read, services.caller, draft.profile_id)
  const examined = await examinePost(services, profile, requested)
  return { requested, examined: { ...examined, findings: [...unfinished(requested), ...examined.findings] } }
}

/** The fields that a draft may leave empty but a post requires. */
function unfinished({ message, platforms, comments }: PostRequest): Finding[] {
  const empty = [
    ...(message === '' ? ['message'] : []),
    ...(platforms.length === 0 ? ['platforms'] : []),
    ...comments.flatMap((comment, at) => (comment === '' ? [`comments_under_post.${at}`] : [])),
  ]
  return empty.map((path) => ({
    path,
    code: 'required',
    message: `The draft’s \`${path}\` is still empty. Edit the draft, then submit it again.`,
  }))
}
