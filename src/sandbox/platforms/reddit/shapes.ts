import type { Json } from '../../../domain/outcome.ts'
import type { World } from '../../shared/simulator.ts'
import { type Comment, type Post, posts, secondsOf, type User, users } from './store.ts'

type Shape = Readonly<Record<string, Json>>

const maxSlug = 50

/** The words of the title as they appear in URLs. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, maxSlug)
    .replaceAll(/^_+|_+$/g, '') || '_'

const permalinkOf = ({ id, subreddit, title }: Post): string => `/r/${subreddit}/comments/${id}/${slugOf(title)}/`

export const addressOf = (post: Post, world: World): string => world.page('web') + permalinkOf(post)

const nameOf = (id: string, world: World): string => users(world).get(id)?.username ?? '[deleted]'

export const postShape = (post: Post, world: World): Shape => ({
  id: post.id,
  name: `t3_${post.id}`,
  subreddit: post.subreddit,
  subreddit_name_prefixed: post.subreddit.startsWith('u_') ? `u/${post.subreddit.slice(2)}` : `r/${post.subreddit}`,
  title: post.title,
  author: nameOf(post.author, world),
  author_fullname: `t2_${post.author}`,
  selftext: post.text,
  is_self: post.kind === 'self',
  url: post.url ?? addressOf(post, world),
  permalink: permalinkOf(post),
  created_utc: secondsOf(post.createdAt),
  link_flair_text: post.flair,
  over_18: post.nsfw,
  spoiler: post.spoiler,
  score: post.score,
  ups: post.score,
  downs: 0,
  upvote_ratio: 1,
  num_comments: post.comments,
  num_crossposts: post.crossposts,
  total_awards_received: 0,
  removed_by_category: null,
  is_robot_indexable: true,
  view_count: null,
})

export function commentShape(comment: Comment, world: World): Shape {
  const post = posts(world).get(comment.post)
  return {
    id: comment.id,
    name: `t1_${comment.id}`,
    author: nameOf(comment.author, world),
    author_fullname: `t2_${comment.author}`,
    body: comment.text,
    parent_id: comment.parent,
    link_id: `t3_${comment.post}`,
    subreddit: post?.subreddit ?? '',
    permalink: post ? `${permalinkOf(post)}${comment.id}/` : '',
    created_utc: secondsOf(comment.createdAt),
    score: comment.score,
    ups: comment.score,
    replies: '',
    edited: false,
    is_submitter: post?.author === comment.author,
    locked: false,
  }
}

export const meShape = (user: User, world: World): Shape => ({
  id: user.id,
  name: user.username,
  icon_img: `${world.address('web')}/avatars/${user.id}.png?width=256&s=${user.id}`,
  total_karma: 1,
  link_karma: 1,
  comment_karma: 0,
  is_suspended: user.standing === 'suspended',
  has_verified_email: true,
  created_utc: secondsOf(user.createdAt),
  subreddit: { display_name: `u_${user.username}`, title: user.name, subscribers: user.followers },
})
