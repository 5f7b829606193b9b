import { hour, inSeconds } from '../../../domain/time.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { banned, ok, scopeMissing, tooManyPosts, wrongParameters } from './answers.ts'
import type { Call } from './gate.ts'
import type { Privacy, User } from './store.ts'

/** The privacy levels that TikTok offers. For an unaudited app the list is the same. */
export const levelsOf = ({ isPrivate }: User): readonly Privacy[] => [
  isPrivate ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'SELF_ONLY',
]

/** In seconds. */
const longest: Partial<Readonly<Record<User['standing'], number>>> = { brief: 1, lengthy: inSeconds(hour) }
const usual = 600

const longestOf = ({ standing }: User): number => longest[standing] ?? usual

/** POST /v2/post/publish/creator_info/query/ */
export function creatorInfo({ world, user }: Call): SimulatedReply {
  if (user.standing === 'capped') return tooManyPosts(200, world)
  if (user.standing === 'banned') return banned(200, world)
  const isRestrained = user.standing === 'restrained'
  return ok(
    {
      creator_avatar_url: `${world.address('web')}/avatars/${user.username}.webp`,
      creator_username: user.username,
      creator_nickname: user.name,
      privacy_level_options: [...levelsOf(user)],
      comment_disabled: isRestrained,
      duet_disabled: isRestrained,
      stitch_disabled: isRestrained,
      max_video_post_duration_sec: longestOf(user),
    },
    world,
  )
}

/** The scope that each field requires. */
const scopeOf: Readonly<Record<string, string>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  bio_description: 'user.info.profile',
  is_verified: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
}

/** GET /v2/user/info/ */
export function userInfo({ request, world, user, scopes }: Call): SimulatedReply {
  const fields = (request.query.get('fields') ?? '').split(',').filter((field) => field !== '')
  const unknown = fields.find((field) => scopeOf[field] === undefined)
  if (fields.length === 0 || unknown !== undefined) return wrongParameters(`The field ${unknown} is not valid.`, world)
  if (fields.some((field) => !scopes.includes(scopeOf[field] ?? ''))) return scopeMissing(world)
  const all = {
    open_id: user.id,
    union_id: `u${user.id}`,
    avatar_url: `${world.address('web')}/avatars/${user.username}.webp`,
    display_name: user.name,
    username: user.username,
    bio_description: '',
    is_verified: false,
    profile_deep_link: `${world.page('web')}/@${user.username}`,
    follower_count: user.followers,
    following_count: 0,
    likes_count: 0,
    video_count: 0,
  }
  return ok({ user: Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name))) }, world)
}
