import { z } from 'zod'
import { collection } from '../../shared/collection.ts'
import type { World } from '../../shared/simulator.ts'

const standing = z.enum(['good', 'trial', 'trial_hidden', 'unapproved'])

const user = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  isBusiness: z.boolean(),
  standing,
  createdAt: z.number(),
  followers: z.number(),
  pins: z.number(),
})

const board = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']),
  createdAt: z.number(),
  pins: z.number(),
})

const numbers = z.object({
  impression: z.number(),
  pin_click: z.number(),
  outbound_click: z.number(),
  save: z.number(),
  reaction: z.number(),
  comment: z.number(),
  video_view: z.number(),
})

const text = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value ?? null)

/** The words of a Pin, by the names in requests and responses. PinCreate of OpenAPI 5.23.0. */
export const pinWords = z.object({
  title: text(100),
  description: text(800),
  link: text(2_048),
  alt_text: text(500),
})

const pin = pinWords.extend({
  id: z.string(),
  owner: z.string(),
  board: z.string(),
  media: z.enum(['image', 'video', 'multiple_images']),
  /** The source of a video's cover: a second of the video, or an image. */
  cover: z.string().nullable(),
  createdAt: z.number(),
  numbers,
})

const upload = z.object({
  id: z.string(),
  owner: z.string(),
  /** Identifies the upload, and permits it. */
  key: z.string(),
  signature: z.string(),
  state: z.enum(['registered', 'processing', 'succeeded', 'failed']),
  genuine: z.boolean(),
  readyAt: z.number(),
  expiresAt: z.number(),
})

export type User = z.output<typeof user>
export type Board = z.output<typeof board>
export type Pin = z.output<typeof pin>
export type Numbers = z.output<typeof numbers>
export type Upload = z.output<typeof upload>

export const users = collection('users', user)
export const boards = collection('boards', board)
export const pins = collection('pins', pin)
export const uploads = collection('media', upload)

/** IDs by time: the boards of a person, the Pins of a board or of a person, a person's uploads. */
export const listOf = (world: World, kind: 'boards' | 'board' | 'created' | 'uploads', id: string) =>
  world.documents(`${kind} ${id}`)

/** The length stays the same for many years, and later IDs are larger. */
export const newId = (world: World): string => `${Math.floor(world.now())}${String(world.next('id')).padStart(5, '0')}`

/** Without a time zone, as Pinterest often writes times; they are UTC. */
export const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
