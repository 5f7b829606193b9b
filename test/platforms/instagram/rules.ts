import { each, file, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { PostCase, Rule } from '../shared/tested.ts'

/** An account whose name begins with this text is connected with the other login. */
export const byFacebook = 'by facebook '

const square = { width: 1_080, height: 1_080 }
const tall = { width: 1_080, height: 1_920 }
const image = () => images(1, 'image/jpeg', square)
const film = (facts: Parameters<typeof video>[0] = {}) => video({ ...tall, ...facts })
const as = (post_type: string, asked: PostCase = {}, options: object = {}): PostCase => ({
  ...asked,
  options: { instagram: { post_type, ...options } },
})

export const rules: readonly Rule[] = [
  { rule: 'media is required', takes: [{ files: image() }], refuses: [{}], code: 'media_required' },
  {
    rule: 'feed: one image or one video',
    takes: [as('feed', { files: image() }), as('feed', { files: film() })],
    refuses: [as('feed', { files: images(2, 'image/jpeg', square) })],
    code: 'too_many_media',
  },
  {
    rule: 'story: one image or one video',
    takes: [as('story', { files: image() }), as('story', { files: film() })],
    refuses: [as('story', { files: images(2, 'image/jpeg', square) })],
    code: 'too_many_media',
  },
  {
    rule: 'reel: one video',
    takes: [as('reel', { files: film() })],
    refuses: [as('reel', { files: [...film(), ...film()] })],
    code: 'too_many_media',
  },
  {
    rule: 'carousel: at most ten items, mixed',
    takes: [
      { files: images(10, 'image/jpeg', square) },
      { files: [...images(5, 'image/jpeg', square), ...Array.from({ length: 5 }, () => film()).flat()] },
      as('carousel', { files: [...film(), ...film()] }),
    ],
    refuses: [{ files: images(11, 'image/jpeg', square) }],
    code: 'too_many_media',
  },
  {
    rule: 'carousel: at least two items',
    takes: [as('carousel', { files: images(2, 'image/jpeg', square) })],
    refuses: [as('carousel', { files: image() })],
    code: 'too_few_media',
  },
  {
    rule: 'images jpg, jpeg, png',
    takes: (['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png'] as const).map((type) => ({
      files: images(1, type, square),
    })),
    refuses: each(['image/webp', 'image/bmp', 'image/gif']),
    code: 'media_type',
  },
  {
    rule: 'video mp4, mov',
    takes: [{ files: film() }, { files: [file('video/quicktime', tall)] }],
    refuses: each([...otherVideos]),
    code: 'media_type',
  },
  {
    rule: 'a Reel and a single feed video of at least 3 seconds',
    takes: [{ files: film({ seconds: 3 }) }, as('reel', { files: film({ seconds: 3 }) })],
    refuses: [{ files: film({ seconds: 2.9 }) }, as('reel', { files: film({ seconds: 2.9 }) })],
    code: 'media_too_short',
  },
  {
    rule: 'a Reel and a single feed video of at most 15 minutes',
    takes: [
      { files: film({ seconds: 15 * minuteInSeconds }) },
      as('reel', { files: film({ seconds: 15 * minuteInSeconds }) }),
    ],
    refuses: [
      { files: film({ seconds: 15 * minuteInSeconds + 1 }) },
      as('reel', { files: film({ seconds: 15 * minuteInSeconds + 1 }) }),
    ],
    code: 'media_too_long',
  },
  {
    rule: 'a Reel and a single feed video of at most 300 MB',
    takes: [{ files: film({ size: 300 * MiB }) }, as('reel', { files: film({ size: 300 * MiB }) })],
    refuses: [{ files: film({ size: 300 * MiB + 1 }) }, as('reel', { files: film({ size: 300 * MiB + 1 }) })],
    code: 'media_too_large',
  },
  {
    rule: 'shareToFeed of a Reel, which keeps it in the Reels tab',
    takes: [
      as('reel', { files: film() }, { shareToFeed: false }),
      as('reel', { files: film() }, { shareToFeed: true }),
      as('feed', { files: film() }, { shareToFeed: true }),
    ],
    refuses: [
      as('feed', { files: film() }, { shareToFeed: false }),
      as('feed', { files: image() }, { shareToFeed: false }),
    ],
    code: 'only_for_reels',
  },
  {
    rule: 'trialParams.graduationStrategy of MANUAL or SS_PERFORMANCE',
    takes: ['MANUAL', 'SS_PERFORMANCE'].map((graduationStrategy) =>
      as('reel', { files: film() }, { trialParams: { graduationStrategy } }),
    ),
    refuses: [as('reel', { files: film() }, { trialParams: { graduationStrategy: 'LATER' } })],
    code: 'validation_failed',
  },
  {
    rule: 'trialParams of a Reel',
    takes: [],
    refuses: [as('feed', { files: film() }, { trialParams: { graduationStrategy: 'MANUAL' } })],
    code: 'only_for_reels',
  },
  {
    rule: 'shareToFeed never with trialParams',
    takes: [],
    refuses: [true, false].map((shareToFeed) =>
      as('reel', { files: film() }, { shareToFeed, trialParams: { graduationStrategy: 'MANUAL' } }),
    ),
    code: 'share_to_feed_of_trial',
  },
  {
    rule: 'isPaidPartnership on a feed post, a Reel and a carousel, connected by Facebook Login',
    by: byFacebook,
    takes: [
      as('feed', { files: image() }, { isPaidPartnership: true }),
      as('reel', { files: film() }, { isPaidPartnership: true }),
      as('carousel', { files: images(2, 'image/jpeg', square) }, { isPaidPartnership: true }),
      as('story', { files: image() }, { isPaidPartnership: false }),
    ],
    refuses: [
      as('story', { files: image() }, { isPaidPartnership: true }),
      as('story', { files: image() }, { brandedContentSponsors: ['acme'] }),
    ],
    code: 'not_for_stories',
  },
  {
    rule: 'up to two brandedContentSponsors, by name or ID',
    by: byFacebook,
    takes: [
      as('feed', { files: image() }, { brandedContentSponsors: ['acme'] }),
      as('reel', { files: film() }, { brandedContentSponsors: ['@acme.corp', '17841400000000001'] }),
    ],
    refuses: [as('feed', { files: image() }, { brandedContentSponsors: ['a', 'b', 'c'] })],
    code: 'validation_failed',
  },
  {
    rule: 'no paid partnership by Instagram’s own login',
    takes: [as('feed', { files: image() }, { isPaidPartnership: false, brandedContentSponsors: [] })],
    refuses: [
      as('feed', { files: image() }, { isPaidPartnership: true }),
      as('reel', { files: film() }, { brandedContentSponsors: ['acme'] }),
    ],
    code: 'facebook_login_required',
  },
  {
    rule: 'captions of stories are left out',
    takes: [],
    warns: [as('story', { files: image(), message: 'A caption.' })],
    code: 'caption_unsupported',
  },
  {
    rule: 'comments below stories are left out',
    takes: [as('feed', { files: image(), comments: ['One.', 'Two.', 'Three.'] })],
    warns: [as('story', { files: image(), message: ' ', comments: ['One.'] })],
    code: 'comments_unsupported',
  },
  {
    rule: 'a cover of a video',
    takes: [as('reel', { files: film(), thumbnail: file('image/jpeg', tall) })],
    warns: [
      as('reel', { files: film(), thumbnail: file('image/jpeg', square) }),
      as('reel', { files: film(), thumbnail: file('image/webp', tall) }),
    ],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'a PNG is converted',
    takes: [],
    warns: [{ files: images(1, 'image/png', square) }],
    code: 'media_converted',
  },
  {
    rule: 'captions of up to 2,200 characters',
    takes: [{ files: image(), message: 'a'.repeat(2_200) }],
    refuses: [{ files: image(), message: 'a'.repeat(2_201) }],
    code: 'text_too_long',
  },
  {
    rule: 'up to 30 hashtags',
    takes: [{ files: image(), message: '#a '.repeat(30) }],
    refuses: [{ files: image(), message: '#a '.repeat(31) }],
    code: 'too_many_hashtags',
  },
  {
    rule: 'up to 20 mentions',
    takes: [{ files: image(), message: '@ada '.repeat(20) }],
    refuses: [{ files: image(), message: '@ada '.repeat(21) }],
    code: 'too_many_mentions',
  },
]
