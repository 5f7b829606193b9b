/** Situations that need a person, by what the person has to do. */
export const noticeTypes = [
  'post_unknown',
  'post_unfinished',
  'post_failed',
  'posts_deleted',
  'draft_waiting',
  'reply_waiting',
  'replies_stopped',
  'account_reconnect',
  'account_blocked',
  'account_ending',
  'webhook_disabled',
  'webhook_failing',
  'code_refused',
] as const

export type NoticeType = (typeof noticeTypes)[number]
