/** What a warning about a post says. Nothing is refused because of it, but something may not be as wanted. */
export const warningCodes = {
  alt_text_unsupported: 'The platform has no alternative text, so it is left out.',
  auto_reply_unavailable: 'Comments will not be answered automatically.',
  caption_unsupported: 'This type of post has no text, so the text is left out.',
  duplicate_content: 'Another post has the same text for the same account within 7 days.',
  left_out_of_draft: 'A draft has no such field, so it is left out.',
  comments_unsupported: 'This type of post has no comments, so they are left out.',
  media_converted: 'The file is converted to JPEG for the platform.',
  media_left_out: 'This type of post takes no media, so they are left out.',
  platform_limit_stricter: 'The platform may refuse what Polypost accepts.',
  same_minute: 'Another post goes to the same account in the same minute.',
  schedule_time_ambiguous: 'The clocks show this time twice. The first one is used.',
  schedule_time_skipped: 'The clocks skip this time. The time after the gap is used.',
  text_shortened: 'The text is longer than the platform takes, so it is cut.',
  thumbnail_may_not_show: 'The platform may show something else than the cover.',
  thumbnail_skipped: 'The cover breaks a rule of the platform, or cannot reach it, so it is left out.',
  thumbnail_unsupported: 'No cover can be chosen here, so it is left out.',
} as const

export type WarningCode = keyof typeof warningCodes

const isWarningCode = (text: string): text is WarningCode => Object.hasOwn(warningCodes, text)

export const warningCodeNames = Object.keys(warningCodes).filter(isWarningCode)
