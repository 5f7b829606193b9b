import { mediaOperations } from '../contract/media.ts'
import type { OperationName, Operations } from '../contract/operations.ts'
import type { MediaHost } from '../media/host.ts'
import { approveAutoReply } from './approve-auto-reply.ts'
import { attachTiktokUrl } from './attach-tiktok-url.ts'
import { browseAnalytics } from './browse-analytics.ts'
import { cancelJob } from './cancel-job.ts'
import { connect } from './connect.ts'
import type { Services, UseCase } from './context.ts'
import { createKey } from './create-key.ts'
import { createPost } from './create-post.ts'
import { createProfile } from './create-profile.ts'
import { createUser } from './create-user.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteDraft } from './delete-draft.ts'
import { deletePost } from './delete-post.ts'
import { deleteProfile } from './delete-profile.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { disconnect } from './disconnect.ts'
import { enableWebhook } from './enable-webhook.ts'
import { getAnalytics } from './get-analytics.ts'
import { getAudience } from './get-audience.ts'
import { getCallbackSecret } from './get-callback-secret.ts'
import { getConnection } from './get-connection.ts'
import { getDraft } from './get-draft.ts'
import { getJob } from './get-job.ts'
import { getPost } from './get-post.ts'
import { getSettings } from './get-settings.ts'
import { getUsage } from './get-usage.ts'
import { listAutoReplies } from './list-auto-replies.ts'
import { listComments } from './list-comments.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listDrafts } from './list-drafts.ts'
import { listEvents } from './list-events.ts'
import { listKeys } from './list-keys.ts'
import { listPlatforms } from './list-platforms.ts'
import { listPosts } from './list-posts.ts'
import { listProfiles } from './list-profiles.ts'
import { listUsers } from './list-users.ts'
import { listWebhooks } from './list-webhooks.ts'
import { prefillSettings } from './prefill-settings.ts'
import { redeliver } from './redeliver.ts'
import { refreshAnalytics } from './refresh-analytics.ts'
import { renameProfile } from './rename-profile.ts'
import { replyToComment } from './reply-to-comment.ts'
import { resolveJob } from './resolve-job.ts'
import { retryJob } from './retry-job.ts'
import { retryPost } from './retry-post.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateCallbackSecret } from './rotate-callback-secret.ts'
import { saveDraft } from './save-draft.ts'
import { selectConnection } from './select-connection.ts'
import { setDefaultProfile } from './set-default-profile.ts'
import { streamEvents } from './stream-events.ts'
import { submitDraft } from './submit-draft.ts'
import { testWebhook } from './test-webhook.ts'
import { updateDraft } from './update-draft.ts'
import { updatePost } from './update-post.ts'
import { updateSettings } from './update-settings.ts'
import { updateUser } from './update-user.ts'
import { renewUpload, upload } from './upload.ts'
import { validatePost } from './validate-post.ts'

/** The operations that a use case performs: all save those that only describe. */
type PerformedName = { [N in OperationName]: Operations[N] extends { scope: null } ? never : N }[OperationName]

/** Every use case under its operation's name; a missing one does not compile. */
export const useCases: { readonly [N in PerformedName]: UseCase<N> } = {
  connect,
  createKey,
  createProfile,
  createUser,
  deleteProfile,
  disconnect,
  getConnection,
  getSettings,
  getUsage,
  listKeys,
  listPlatforms,
  listProfiles,
  listUsers,
  prefillSettings,
  renameProfile,
  revokeKey,
  selectConnection,
  setDefaultProfile,
  updateSettings,
  updateUser,
  attachTiktokUrl,
  browseAnalytics,
  cancelJob,
  createPost,
  deletePost,
  getJob,
  getPost,
  listEvents,
  listPosts,
  resolveJob,
  retryJob,
  retryPost,
  streamEvents,
  updatePost,
  validatePost,
  saveDraft,
  listDrafts,
  getDraft,
  updateDraft,
  deleteDraft,
  submitDraft,
  upload,
  listComments,
  replyToComment,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getCallbackSecret,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateCallbackSecret,
  testWebhook,
  getAnalytics,
  getAudience,
  refreshAnalytics,
  approveAutoReply,
  listAutoReplies,
}

/** A use case whose operation is known only at run time. */
export type AnyUseCase = (call: object) => Promise<unknown>

/** Finds a use case by its operation's name; undefined where the operation only describes. */
export function useCaseFinder(services: Services): (name: string) => AnyUseCase | undefined {
  // Whoever calls it has parsed the call by the operation of the same name; a lookup by name cannot say so in types.
  const byName = new Map(Object.entries(useCases) as [string, AnyUseCase][])
  return (name) => {
    const useCase = byName.get(name)
    return useCase && ((call) => useCase({ ...services, ...call }))
  }
}

/** An answer that is given again, with what can't be kept made anew. */
export async function replayed(media: MediaHost, name: string, body: unknown): Promise<unknown> {
  return name === 'upload' ? renewUpload(media, mediaOperations.upload.response.parse(body)) : body
}
