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
  /** As a business's own, and not in the person's list. */
  business: z.string().nullable(),
  /** Whether it is in the lists of Pages. */
  isListed: z.boolean().default(true),
})

const photo = z.object({
  id: z.string(),
  page: z.string(),
  altText: z.string(),
  bytes: z.number(),
  /** The post or the story that shows it. */
  shownBy: z.string().nullable(),
})

const video = z.object({
  id: z.string(),
  page: z.string(),
  kind: z.enum(['feed', 'reel', 'story']),
  /** Of the session of a video of the feed. */
  session: z.string().nullable(),
  size: z.number().nullable(),
  received: z.number(),
  state: z.enum(['open', 'received', 'processing', 'ready', 'failed']),
  readyAt: z.number(),
  fault: z.string().nullable(),
  finishedAt: z.number().nullable(),
  description: z.string(),
  title: z.string(),
  /** The Page's own post of it. */
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
  /** The post, or the video, that it stands under. */
  under: z.string(),
  parent: z.string().nullable(),
  author: z.object({ id: z.string(), name: z.string() }),
  message: z.string(),
  /** The address of a picture in it. */
  attachment: z.string().nullable().default(null),
  hidden: z.boolean(),
  createdAt: z.number(),
})

/** What nobody outside Facebook knows for sure, or what an app and a Page may be set to. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** The report that posts with photos or links go live at once, whatever `published` says. */
  hiddenGoesLive: z.boolean().default(false),
  /** The app is in Development mode: it is told of success, and nobody but its own people sees anything. */
  developmentMode: z.boolean().default(false),
  /** Comments of people come without their names, as where a permission or a feature is lacking. */
  hidesAuthors: z.boolean().default(false),
  /** `page_story_…` and the like: names of metrics that this Facebook does not know any more. */
  deadMetrics: z.array(z.string()).default([]),
  /** Lists of Pages that are refused, as they are for many people and apps. */
  refusedLists: z.array(z.enum(['accounts', 'businesses', 'owned_pages', 'client_pages'])).default([]),
  /** Whether lists of a business have the field `tasks`, which the Page node has not. */
  businessPagesHaveTasks: z.boolean().default(false),
  reelsPerDay: z.number().default(30),
  /** In bytes: how large a piece of a video it asks for. */
  pieceBytes: z.number().default(1024 * 1024),
  /** In bytes: how much of an upload is taken before the connection ends, once. */
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
