import type { CodeTable } from './finding-codes.ts'

/** Warnings about a post. Nothing is refused because of them, but something may not be as wanted. */
export const postWarnings = {
  alt_text_unsupported: ['The platform has no alternative text, so it is left out.', 'Nothing.'],
  auto_reply_unavailable: ['Comments will not be answered automatically.', 'Do what the message says.'],
  caption_unsupported: ['This type of post has no text, so the text is left out.', 'Nothing, or choose another type.'],
  duplicate_content: [
    'Another post has the same text for the same account within 7 days.',
    'Change the text, if the post is not meant twice.',
  ],
  left_out_of_draft: ['A draft has no such field, so it is left out.', 'Send it when you submit the draft.'],
  comments_unsupported: [
    'This type of post has no comments, so they are left out.',
    'Nothing, or choose another type.',
  ],
  media_converted: ['The file is converted to JPEG for the platform.', 'Nothing, or send a JPEG.'],
  media_left_out: ['This type of post takes no media, so they are left out.', 'Nothing, or choose another type.'],
  platform_limit_stricter: [
    'The platform may refuse what Polypost accepts.',
    'Send a smaller or shorter file to be sure.',
  ],
  same_minute: ['Another post goes to the same account in the same minute.', 'Move one of them, if that is not meant.'],
  schedule_time_ambiguous: [
    'The clocks show this time twice. The first one is used.',
    'Send an offset, if you mean the second.',
  ],
  schedule_time_skipped: [
    'The clocks skip this time. The time after the gap is used.',
    'Nothing, or send another time.',
  ],
  text_shortened: ['The text is longer than the platform takes, so it is cut.', 'Shorten it yourself.'],
  thumbnail_may_not_show: ['The platform may show something else than the cover.', 'Nothing.'],
  thumbnail_skipped: [
    'The cover breaks a rule of the platform, or cannot reach it, so it is left out.',
    'Send another cover.',
  ],
  thumbnail_unsupported: ['No cover can be chosen here, so it is left out.', 'Nothing.'],
} as const satisfies CodeTable

/**
 * Later warnings: those of a job about what came after the post was accepted, and those of settings about accounts and
 * webhooks.
 */
export const laterWarnings = {
  comment_failed: ['The post is published, but a comment under it was refused.', 'Write the comment on the platform.'],
  playlist_failed: ['The video is published, but not in the playlist.', 'Add it on the platform.'],
  restricted_by_platform: [
    'The platform shows the post to fewer people than asked.',
    'Read the reason on the platform.',
  ],
  thumbnail_rejected: ['The post is published, but the platform refused the cover.', 'Choose it on the platform.'],
  update_needed: [
    'A newer version of Polypost wrote the job, and this one cannot read it.',
    'Nothing: a newer worker continues it.',
  ],
  data_access_expires_soon: [
    'Comments and metrics can soon not be read any more.',
    'Connect the account again before.',
  ],
  permission_missing: ['The account was connected without a permission.', 'Do what the message says.'],
  reconnect_required: ['The account needs a new login.', 'Connect it again.'],
  token_expires_soon: [
    'The login of the account ends soon and cannot be renewed.',
    'Connect the account again before.',
  ],
  webhook_disabled: [
    'A webhook is disabled, and receives nothing.',
    'Enable it with POST /webhooks/{id}/enable, or delete it.',
  ],
} as const satisfies CodeTable

const warningCodes = { ...postWarnings, ...laterWarnings } as const

/** Of a post that is accepted. */
export type PostWarningCode = keyof typeof postWarnings

export type WarningCode = keyof typeof warningCodes

const isPostWarning = (text: string): text is PostWarningCode => Object.hasOwn(postWarnings, text)
const isWarning = (text: string): text is WarningCode => Object.hasOwn(warningCodes, text)

export const postWarningNames = Object.keys(postWarnings).filter(isPostWarning)
export const warningNames = Object.keys(warningCodes).filter(isWarning)
