/** Why a job failed, with what it means and what to do. Each comes with a sentence for people. */
export const jobErrorCodes = {
  token_expired: ['The login of the account has expired.', 'Connect the account again.'],
  reconnect_required: ['The platform no longer accepts the login of the account.', 'Connect the account again.'],
  permission_missing: [
    'The account was connected without a permission that this needs.',
    'Connect it again, and allow it.',
  ],
  duplicate_content: ['The platform refuses a text that it has already.', 'Change the text.'],
  media_rejected: ['The platform refused a file.', 'Send another file, or another format.'],
  media_unavailable: ['A file was gone, or the platform could not download it.', 'Upload it again.'],
  content_rejected: ['The platform refused the content.', 'Change what the message names.'],
  platform_rejected: [
    'The platform refused the call for another reason.',
    'Read the message. Try again after it is mended.',
  ],
  rate_limited: ['The platform takes no more calls for now.', 'Try again later.'],
  platform_unavailable: ['The platform could not be reached, or had a fault of its own.', 'Try again later.'],
  account_disconnected: ['The account is no longer connected.', 'Connect it again.'],
  action_expired: ['A person had to act, and did not in time.', 'Publish the post again.'],
  quota_exhausted: [
    'The quota of the app at the platform is used up.',
    'Try again when it is renewed, or ask the platform for more.',
  ],
  schedule_missed: ['The time of the post was over before it could be published.', 'Publish the post again.'],
  internal_error: ['A fault of this service.', 'Ask the operator: the log names the job.'],
} as const

export type JobError = keyof typeof jobErrorCodes

const isJobError = (text: string): text is JobError => Object.hasOwn(jobErrorCodes, text)

export const jobErrors = Object.keys(jobErrorCodes).filter(isJobError)
