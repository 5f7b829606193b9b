import { jobErrorCodes } from './job-error.ts'

/** The meaning of each code, and what to do about it. */
export type CodeTable = Readonly<Record<string, readonly [meaning: string, remedy: string]>>

/** Namely those of fields and parameters, of posts and comments, of files, and of everything else. */
const own = {
  // Of fields and parameters.
  required: ['The field or parameter is missing.', 'Send it.'],
  wrong_type: ['The value has another type.', 'Send the type that the message names.'],
  invalid_value: [
    'The value is not one that is possible here.',
    'Send one of `allowed`, or what the message asks for.',
  ],
  invalid_format: ['The text does not have the form that is needed.', 'Send the form that the message shows.'],
  invalid_text: ['The text contains a null character or half of a surrogate pair.', 'Take it out.'],
  unknown_field: ['There is no such field or parameter.', 'Leave it out, or send the name that the message proposes.'],
  too_long: ['The text has more characters than `limit`.', 'Shorten it.'],
  too_short: ['The text has fewer characters than `limit`.', 'Lengthen it.'],
  easy_password: ['The password is easy to guess.', 'Use three or four unrelated words.'],
  too_many: ['There are more than `limit`.', 'Send fewer.'],
  too_few: ['There are fewer than `limit`.', 'Send more.'],
  too_large: ['The number or the file is larger than `limit`.', 'Send a smaller one.'],
  too_small: ['The number is smaller than `limit`.', 'Send a larger one.'],
  too_deep: ['The JSON is nested too deeply.', 'Send the form that the operation describes.'],
  out_of_range: ['The time is too early or too late.', 'Send a time that the message allows.'],
  not_allowed: ['This cannot be sent here.', 'Leave it out, or send one of `allowed`.'],
  not_taken: ['The operation takes no `Idempotency-Key`.', 'Leave the header out.'],
  invalid_csv: ['The CSV cannot be read.', 'Mend what the message names.'],
  unknown_column: ['The CSV has a column that does not exist.', 'Rename or remove it.'],
  no_column: ['A cell of the CSV has no column name.', 'Name its column, or quote the text.'],

  // Of the time, the profile and the account.
  schedule_in_past: ['The time is over.', 'Send a later time, or none to publish now.'],
  schedule_too_far: ['The time is too far in the future.', 'Send a time within 2 years.'],
  no_slots: ['The profile has no posting times.', 'Set them, or send a time.'],
  no_free_slot: ['All slots are taken for weeks.', 'Add slots, or send a time.'],
  profile_deleted: ['The profile was deleted.', 'Choose another profile.'],
  wrong_account: [
    'It belongs to another account than the one that is connected.',
    'Connect that account, or send something of the connected one.',
  ],
  sandbox_off: ['The sandbox is turned off on this instance.', 'Use the environment `live`.'],
  not_configured: ['The operator has set up no app for this platform.', 'Ask the operator to do so.'],
  access_denied: ['The person did not allow the access.', 'Start the connection again, and allow it.'],
  no_account: ['The login has no account that can publish.', 'Sign in with another one.'],

  too_soon: ['You may publish only what is scheduled at least `minutes_ahead` minutes ahead.', 'Send a later time.'],
  account_limit_reached: [
    'The profile has more accounts of the platform than the plan allows.',
    'Disconnect one, or ask for another plan.',
  ],
  posting_allowance_used_up: [
    'The posts of this month are used up.',
    'Wait until `resets_at`, or ask for another plan.',
  ],
  platform_not_connected: ['The platform is not connected in this profile.', 'Connect it with POST /connect.'],
  media_not_ready: [
    'The file was not uploaded yet, or its checks have not finished.',
    'Wait, and send the request again.',
  ],
  forbidden_address: [
    'The URL leads to an address that this service does not connect to.',
    'Send a public https address.',
  ],

  // Of texts and options.
  text_required: ['There is no text, and it is needed.', 'Write one.'],
  text_too_long: ['The text is longer than `limit`, counted in `unit`.', 'Shorten it.'],
  title_required: ['The platform needs a title.', 'Send one in the options of the platform.'],
  title_too_long: ['The title is longer than `limit`.', 'Shorten it.'],
  comment_too_long: ['The comment is longer than `limit`.', 'Shorten it.'],
  tags_too_long: ['The tags are together longer than `limit`.', 'Send fewer or shorter ones.'],
  forbidden_characters: ['The text has characters that the platform refuses.', 'Remove those that the message names.'],
  too_many_cashtags: ['The text has more cashtags than the platform takes.', 'Remove some.'],
  too_many_hashtags: ['The text has more hashtags than the platform takes.', 'Remove some.'],
  too_many_mentions: ['The text mentions more accounts than the platform takes.', 'Remove some.'],
  too_many_links: ['The text has more links than the platform takes.', 'Remove some.'],
  conflicting_options: ['Two options exclude each other.', 'Leave one of them out.'],
  board_required: ['Pinterest needs a board.', 'Send `board_id`, or choose a board when you connect.'],
  subreddit_required: ['Reddit needs a subreddit.', 'Send `subreddit`.'],
  privacy_level_required: [
    'TikTok needs the audience of the post.',
    'Send `privacy_level` with one that the account allows.',
  ],
  link_not_taken: ['This type of post cannot have a link.', 'Remove `link`.'],
  link_with_media: ['A post has either a link or media.', 'Remove one of them.'],
  source_not_taken: ['The platform does not take this way of uploading here.', 'Leave `source` out.'],
  wrong_playlist: ['The ID is that of the uploads, which is no playlist.', 'Send the ID of a playlist.'],
  no_such_photo: ['The cover is none of the photos.', 'Send the number of one, from 0.'],
  only_for_reels: ['The option is for Reels only.', 'Leave it out, or publish a Reel.'],
  facebook_login_required: [
    'The option needs an account that is connected by Facebook Login.',
    'Connect it again with `login` `facebook`.',
  ],
  not_for_stories: ['The option does not work with stories.', 'Leave it out.'],
  share_to_feed_of_trial: ['A trial Reel cannot be shared to the feed.', 'Leave `shareToFeed` out.'],
  unsupported: ['The platform cannot do this.', 'Leave the platform out.'],

  // Of files.
  media_required: ['The platform needs a file.', 'Add one.'],
  media_not_taken: ['The type of post takes no such file.', 'Remove it, or choose another type of post.'],
  mixed_media: ['The files cannot be combined in one post.', 'Send the combination that the message allows.'],
  too_many_media: ['There are more files than the platform takes.', 'Remove some.'],
  too_few_media: ['There are fewer files than the platform needs.', 'Add some.'],
  media_type: ['The platform does not take this type of file.', 'Send one of `allowed`.'],
  media_too_large: ['The file has more bytes than `limit`.', 'Compress it.'],
  media_too_long: ['The video is longer than `limit` seconds.', 'Cut it.'],
  media_too_short: ['The video is shorter than `limit` seconds.', 'Send a longer one.'],
  media_too_wide: ['The file is wider than `limit` pixels.', 'Make it narrower.'],
  media_too_narrow: ['The file is narrower than `limit` pixels.', 'Send a wider one.'],
  media_too_high: ['The file is higher than `limit` pixels.', 'Make it lower.'],
  media_too_low: ['The file is lower than `limit` pixels.', 'Send a higher one.'],
  media_aspect_ratio: ['Width and height are in a ratio that the platform refuses.', 'Crop it.'],
  media_not_hosted: [
    'The URL is none of the media library.',
    'Upload the file, and send the URL that POST /upload returned.',
  ],
  media_not_public: [
    'The platform cannot download the file from this instance.',
    'Ask the operator for a public address.',
  ],
  too_many_pixels: ['The picture has more pixels than `limit`.', 'Make it smaller.'],
  too_many_frames: ['The GIF has more frames than `limit`.', 'Shorten it, or send a video.'],
  frame_rate_too_high: ['The video has more frames in a second than `limit`.', 'Convert it.'],

  // Of URLs.
  bad_url: ['The URL cannot be used.', 'Send a URL that begins with https.'],
  dns: ['The name in the URL was not found.', 'Check the URL.'],
  connect: ['No connection to the address was possible.', 'Try again, or check the URL.'],
  tls: ['The certificate of the address is not valid.', 'Mend the certificate, or send another URL.'],
  timeout: ['The address took too long.', 'Try again later.'],
  reset: ['The address closed the connection.', 'Try again later.'],
  too_many_redirects: ['The address redirects too often.', 'Send the address where it ends.'],
  protocol: ['The address does not answer as HTTP asks for.', 'Send another URL.'],
  http_error: ['The address answered with an error.', 'Open it in a browser, and mend it.'],
  wrong_url: ['The URL is not that of a post on this platform.', 'Send the address of the post itself.'],
  no_text: ['The page has no text that can be read.', 'Send another page.'],
  missing: ['The address of the website is not stored.', 'Store `website_url` first.'],
  empty: ['The file is empty.', 'Send another one.'],
  truncated: ['The file is cut off.', 'Upload it again.'],
  corrupt: ['The file is damaged.', 'Export it again.'],
  too_large_dimensions: ['The picture has too many pixels to be read.', 'Make it smaller.'],
  unsupported_type: ['The file is of a type that is not supported.', 'Convert it.'],

  // Of replies and comments.
  own_comment: ['The account wrote the comment itself.', 'Answer the comment of somebody else.'],
  other_post: ['The comment is not under this post.', 'Send the `post_id` and the `id` of GET /comments together.'],
  confirmation_expired: ['The confirmation of an assistant is older than 30 minutes.', 'Validate the post again.'],
  confirmation_mismatch: ['The confirmation of an assistant is for another post.', 'Send exactly what was validated.'],
  not_resolved: ['The post has several platforms, and none of them has the comment.', 'Send `platform`.'],
} as const satisfies CodeTable

export const findingCodes = { ...jobErrorCodes, ...own } as const

export type FindingCode = keyof typeof findingCodes

const isFindingCode = (text: string): text is FindingCode => Object.hasOwn(findingCodes, text)

export const findingCodeNames = Object.keys(findingCodes).filter(isFindingCode)
