/** Why a job failed: stable codes for programs. Each comes with a sentence for people. */
export const jobErrors = [
  'token_expired',
  'reconnect_required',
  'permission_missing',
  'duplicate_content',
  'media_rejected',
  'media_unavailable',
  'content_rejected',
  'platform_rejected',
  'rate_limited',
  'platform_unavailable',
  'account_disconnected',
  'action_expired',
  'quota_exhausted',
  'schedule_missed',
  'internal_error',
] as const

export type JobError = (typeof jobErrors)[number]
