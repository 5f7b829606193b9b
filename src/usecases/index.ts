import { mediaOperations } from '../contract/media.ts'
import type { OperationName, Operations } from '../contract/operations.ts'
import type { MediaHost } from '../media/host.ts'
import { getUsage } from './account/get-usage.ts'
import { createKey } from './admin/create-key.ts'
import { createUser } from './admin/create-user.ts'
import { listKeys } from './admin/list-keys.ts'
import { listUsers } from './admin/list-users.ts'
import { revokeKey } from './admin/revoke-key.ts'
import { updateUser } from './admin/update-user.ts'
import { browseAnalytics } from './analytics/browse-analytics.ts'
import { getAnalytics } from './analytics/get-analytics.ts'
import { getAudience } from './analytics/get-audience.ts'
import { refreshAnalytics } from './analytics/refresh-analytics.ts'
import { summarizeAnalytics } from './analytics/summarize-analytics.ts'
import { deleteApp } from './apps/delete-app.ts'
import { getApp } from './apps/get-app.ts'
import { listApps } from './apps/list-apps.ts'
import { putApp } from './apps/put-app.ts'
import { approveAutoReply } from './auto-replies/approve-auto-reply.ts'
import { listAutoReplies } from './auto-replies/list-auto-replies.ts'
import { rejectAutoReply } from './auto-replies/reject-auto-reply.ts'
import { listComments } from './comments/list-comments.ts'
import { replyToComment } from './comments/reply-to-comment.ts'
import { validateReply } from './comments/validate-reply.ts'
import { connect } from './connections/connect.ts'
import { disconnect } from './connections/disconnect.ts'
import { getConnection } from './connections/get-connection.ts'
import { listChoices } from './connections/list-choices.ts'
import { listPlatforms } from './connections/list-platforms.ts'
import { selectConnection } from './connections/select-connection.ts'
import type { Services, UseCase } from './context.ts'
import { createDate } from './dates/create-date.ts'
import { deleteDate } from './dates/delete-date.ts'
import { listDates } from './dates/list-dates.ts'
import { updateDate } from './dates/update-date.ts'
import { approveDraft } from './drafts/approve-draft.ts'
import { deleteDraft } from './drafts/delete-draft.ts'
import { duplicateDraft } from './drafts/duplicate-draft.ts'
import { getDraft } from './drafts/get-draft.ts'
import { listDrafts } from './drafts/list-drafts.ts'
import { returnDraft } from './drafts/return-draft.ts'
import { saveDraft } from './drafts/save-draft.ts'
import { submitDraft } from './drafts/submit-draft.ts'
import { updateDraft } from './drafts/update-draft.ts'
import { getCallbackSecret } from './events/get-callback-secret.ts'
import { listEvents } from './events/list-events.ts'
import { rotateCallbackSecret } from './events/rotate-callback-secret.ts'
import { streamEvents } from './events/stream-events.ts'
import { getHealth } from './health/get-health.ts'
import { countInbox } from './inbox/count-inbox.ts'
import { getInboxEntry } from './inbox/get-inbox-entry.ts'
import { listInbox } from './inbox/list-inbox.ts'
import { markInbox } from './inbox/mark-inbox.ts'
import { refreshInbox } from './inbox/refresh-inbox.ts'
import { attachTiktokUrl } from './jobs/attach-tiktok-url.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { getJob } from './jobs/get-job.ts'
import { listJobSteps } from './jobs/list-job-steps.ts'
import { resolveJob } from './jobs/resolve-job.ts'
import { retryJob } from './jobs/retry-job.ts'
import { createOwnKey } from './keys/create-own-key.ts'
import { listOwnKeys } from './keys/list-own-keys.ts'
import { revokeOwnKey } from './keys/revoke-own-key.ts'
import { updateOwnKey } from './keys/update-own-key.ts'
import { createLabel } from './labels/create-label.ts'
import { deleteLabel } from './labels/delete-label.ts'
import { listLabels } from './labels/list-labels.ts'
import { updateLabel } from './labels/update-label.ts'
import { deleteMedia } from './media/delete-media.ts'
import { getLinkCard } from './media/get-link-card.ts'
import { getMedia } from './media/get-media.ts'
import { listMedia } from './media/list-media.ts'
import { updateMedia } from './media/update-media.ts'
import { renewUpload, upload } from './media/upload.ts'
import { listNotices } from './notices/list-notices.ts'
import { createInvite } from './people/create-invite.ts'
import { deleteInvite } from './people/delete-invite.ts'
import { endPersonSessions } from './people/end-person-sessions.ts'
import { listAudit } from './people/list-audit.ts'
import { listInvites } from './people/list-invites.ts'
import { listPeople } from './people/list-people.ts'
import { removePerson } from './people/remove-person.ts'
import { updatePerson } from './people/update-person.ts'
import { bulkPosts } from './posts/bulk-posts.ts'
import { createPost } from './posts/create-post.ts'
import { deletePost } from './posts/delete-post.ts'
import { exportPosts } from './posts/export-posts.ts'
import { getPost } from './posts/get-post.ts'
import { importPosts } from './posts/import-posts.ts'
import { listPosts } from './posts/list-posts.ts'
import { restorePost } from './posts/restore-post.ts'
import { retryPost } from './posts/retry-post.ts'
import { updatePost } from './posts/update-post.ts'
import { validatePost } from './posts/validate-post.ts'
import { createProfile } from './profiles/create-profile.ts'
import { deleteProfile } from './profiles/delete-profile.ts'
import { getProfile } from './profiles/get-profile.ts'
import { listProfiles } from './profiles/list-profiles.ts'
import { overviewProfiles } from './profiles/overview-profiles.ts'
import { renameProfile } from './profiles/rename-profile.ts'
import { setDefaultProfile } from './profiles/set-default-profile.ts'
import { updateProfile } from './profiles/update-profile.ts'
import { addSandboxComment } from './sandbox/add-sandbox-comment.ts'
import { addSandboxFault } from './sandbox/add-sandbox-fault.ts'
import { clearSandboxFaults } from './sandbox/clear-sandbox-faults.ts'
import { listSandboxFaults } from './sandbox/list-sandbox-faults.ts'
import { listSandboxKinds } from './sandbox/list-sandbox-kinds.ts'
import { listSandboxPosts } from './sandbox/list-sandbox-posts.ts'
import { listSandboxRequests } from './sandbox/list-sandbox-requests.ts'
import { resetSandbox } from './sandbox/reset-sandbox.ts'
import { setSandboxMetrics } from './sandbox/set-sandbox-metrics.ts'
import { acceptInvite } from './session/accept-invite.ts'
import { beginSecondFactor } from './session/begin-second-factor.ts'
import { changePassword } from './session/change-password.ts'
import { confirmSecondFactor } from './session/confirm-second-factor.ts'
import { confirmSession } from './session/confirm-session.ts'
import { endOtherSessions } from './session/end-other-sessions.ts'
import { endSession } from './session/end-session.ts'
import { getMe } from './session/get-me.ts'
import { getSession } from './session/get-session.ts'
import { listSessions } from './session/list-sessions.ts'
import { removeSecondFactor } from './session/remove-second-factor.ts'
import { setUp } from './session/set-up.ts'
import { signIn } from './session/sign-in.ts'
import { signOut } from './session/sign-out.ts'
import { startOidc } from './session/start-oidc.ts'
import { switchUser } from './session/switch-user.ts'
import { unlinkOidc } from './session/unlink-oidc.ts'
import { updateMe } from './session/update-me.ts'
import { getSettings } from './settings/get-settings.ts'
import { prefillSettings } from './settings/prefill-settings.ts'
import { proposeSettings } from './settings/propose-settings.ts'
import { updateSettings } from './settings/update-settings.ts'
import { getSlots } from './slots/get-slots.ts'
import { listNextSlots } from './slots/list-next-slots.ts'
import { setSlots } from './slots/set-slots.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { enableWebhook } from './webhooks/enable-webhook.ts'
import { listDeliveries } from './webhooks/list-deliveries.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { redeliver } from './webhooks/redeliver.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

/** The operations that have a use case: all except those that return the description of the API. */
type PerformedName = {
  [N in OperationName]: Operations[N] extends { tag: 'description' } ? never : N
}[OperationName]

/** Every use case by the name of its operation. If one is missing, this does not compile. */
export const useCases: { readonly [N in PerformedName]: UseCase<N> } = {
  addSandboxComment,
  addSandboxFault,
  clearSandboxFaults,
  listSandboxFaults,
  listSandboxKinds,
  listSandboxPosts,
  listSandboxRequests,
  resetSandbox,
  setSandboxMetrics,
  connect,
  getHealth,
  deleteApp,
  getApp,
  listApps,
  putApp,
  createKey,
  createProfile,
  createUser,
  deleteProfile,
  disconnect,
  getConnection,
  getSettings,
  getUsage,
  listKeys,
  listChoices,
  listPlatforms,
  listProfiles,
  overviewProfiles,
  getProfile,
  updateProfile,
  listUsers,
  prefillSettings,
  proposeSettings,
  renameProfile,
  getSlots,
  listNextSlots,
  setSlots,
  revokeKey,
  selectConnection,
  setDefaultProfile,
  updateSettings,
  updateUser,
  attachTiktokUrl,
  browseAnalytics,
  bulkPosts,
  exportPosts,
  importPosts,
  cancelJob,
  createPost,
  deletePost,
  restorePost,
  getJob,
  listJobSteps,
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
  approveDraft,
  returnDraft,
  duplicateDraft,
  listDates,
  createDate,
  updateDate,
  deleteDate,
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  getLinkCard,
  upload,
  listMedia,
  getMedia,
  updateMedia,
  deleteMedia,
  listComments,
  replyToComment,
  validateReply,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getCallbackSecret,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateCallbackSecret,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  getAnalytics,
  getAudience,
  refreshAnalytics,
  summarizeAnalytics,
  approveAutoReply,
  rejectAutoReply,
  countInbox,
  getInboxEntry,
  listInbox,
  listNotices,
  markInbox,
  refreshInbox,
  listAutoReplies,
  createOwnKey,
  listOwnKeys,
  revokeOwnKey,
  updateOwnKey,
  acceptInvite,
  changePassword,
  confirmSession,
  createInvite,
  deleteInvite,
  endOtherSessions,
  endSession,
  getMe,
  getSession,
  listAudit,
  listInvites,
  listPeople,
  listSessions,
  endPersonSessions,
  removePerson,
  setUp,
  signIn,
  signOut,
  startOidc,
  switchUser,
  unlinkOidc,
  updateMe,
  updatePerson,
}

/** A use case whose operation is known only at run time. */
export type AnyUseCase = (call: object) => Promise<unknown>

/** Finds a use case by the name of its operation; undefined if the operation has none. */
export function useCaseFinder(services: Services): (name: string) => AnyUseCase | undefined {
  // The caller has parsed the input by the operation of the same name. The types cannot express that.
  const byName = new Map(Object.entries(useCases) as [string, AnyUseCase][])
  return (name) => {
    const useCase = byName.get(name)
    return useCase && ((call) => useCase({ ...services, ...call }))
  }
}

/** A response of an older version has no `id`. */
const storedUpload = mediaOperations.upload.response.partial({ id: true })

/** A stored response that is returned again. Parts that cannot be stored are renewed. */
export async function replayed(media: MediaHost, name: string, body: unknown): Promise<unknown> {
  return name === 'upload' ? renewUpload(media, storedUpload.parse(body)) : body
}
