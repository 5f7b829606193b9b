import { z } from 'zod'
import { collection } from '../../shared/collection.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

const person = z.object({ id: z.string(), name: z.string(), pages: z.array(z.string()), declines: z.array(z.string()) })

const page = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  tasks: z.array(z.string()),
  followers: z.number(),
  /** It belongs to a business, and is not in the person's list. */
  business: z.string().nullable(),
  /** Whether it is in the lists of Pages. */
  isListed: z.boolean().default(true),
})

const photo = z.object({
  id: z.string(),
  page: z.string(),
  altText: z.string(),
  bytes: z.number(),
  /** The post or story that shows it. */
  shownBy: z.string().nullable(),
})

const video = z.object({
  id: z.string(),
  page: z.string(),
  kind: z.enum(['feed', 'reel', 'story']),
  /** Only for a feed video: its upload session. */
  session: z.string().nullable(),
  size: z.number().nullable(),
  received: z.number(),
  state: z.enum(['open', 'received', 'processing', 'ready', 'failed']),
  readyAt: z.number(),
  fault: z.string().nullable(),
  finishedAt: z.number().nullable(),
  description: z.string(),
  title: z.string(),
  /** The Page's own post of the video. */
  post: z.string().nullable(),
  thumbnails: z.array(z.object({ id: z.string(), preferred: z.boolean() })),
  createdAt: z.number(),
})

const post = z.object({
  id: z.string(),
  page: z.string(),
  kind: z.enum(['feed', 'video', 'story']),
  message: z.string(),
  link: z.string().nullable(),
  photos: z.array(z.string()),
  video: z.string().nullable(),
  published: z.boolean(),
  createdAt: z.number(),
  metrics: z.record(z.string(), z.number()),
})

const comment = z.object({
  id: z.string(),
  /** The post or video of the comment. */
  under: z.string(),
  parent: z.string().nullable(),
  author: z.object({ id: z.string(), name: z.string() }),
  message: z.string(),
  /** The URL of a picture in the comment. */
  attachment: z.string().nullable().default(null),
  hidden: z.boolean(),
  createdAt: z.number(),
})

/** Behaviour that is not documented, or that depends on the settings of an app or a Page. Tests can choose it. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** Posts with photos or links are reported to be published at once, whatever `published` says. */
  hiddenGoesLive: z.boolean().default(false),
  /** The app is in Development mode: calls succeed, but only people with a role in the app see the posts. */
  developmentMode: z.boolean().default(false),
  /** Comments of people have no names, as without a permission or a feature. */
  hidesAuthors: z.boolean().default(false),
  /** `page_story_…` and others: names of metrics that this Facebook no longer knows. */
  deadMetrics: z.array(z.string()).default([]),
  /** Lists of Pages that are refused, as happens to many people and apps. */
  refusedLists: z.array(z.enum(['accounts', 'businesses', 'owned_pages', 'client_pages'])).default([]),
  /** Whether lists of a business have the field `tasks`. The Page node never has it. */
  businessPagesHaveTasks: z.boolean().default(false),
  reelsPerDay: z.number().default(30),
  /** In bytes: the size of the next piece of a video that it requests. */
  pieceBytes: z.number().default(1024 * 1024),
  /** In bytes: how much of an upload is received before the connection breaks, once. */
  breaksOffAt: z.number().nullable().default(null),
})

export type Page = z.output<typeof page>
export type Photo = z.output<typeof photo>
export type Video = z.output<typeof video>
export type Post = z.output<typeof post>
export type Comment = z.output<typeof comment>

export const people = collection('people', person)
export const pages = collection('pages', page)
export const photos = collection('photos', photo)
export const videos = collection('videos', video)
export const posts = collection('posts', post)
export const comments = collection('comments', comment)
