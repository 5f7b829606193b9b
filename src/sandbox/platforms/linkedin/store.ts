import { createHash } from 'node:crypto'
import { z } from 'zod'
import { collection } from '../../shared/collection.ts'
import type { World } from '../../shared/simulator.ts'

const person = z.object({
  id: z.string(),
  name: z.string(),
  vanity: z.string(),
  /** Numbers of the Pages that the person manages. */
  pages: z.array(z.string()),
  role: z.string(),
  /** Scopes that the person does not grant. */
  lacks: z.array(z.string()),
  /** LinkedIn allows the app to renew the person's logins. */
  isPartners: z.boolean(),
  followers: z.number(),
})

const page = z.object({ id: z.string(), name: z.string(), vanity: z.string(), followers: z.number() })

/** An image or a video. Only its owner can post it. */
const asset = z.object({
  id: z.string(),
  kind: z.enum(['image', 'video']),
  owner: z.string(),
  /** Whether `processing` has ended depends on the time. */
  state: z.enum(['waiting', 'processing', 'failed']),
  isGenuine: z.boolean(),
  readyAt: z.number(),
  size: z.number(),
  /** Identifies its upload URL. */
  key: z.string(),
  /** The received parts, by their numbers. */
  marks: z.record(z.string(), z.string()),
  cover: z.enum(['none', 'wanted', 'given']),
})

const numbers = z.object({
  impressions: z.number(),
  reached: z.number(),
  clicks: z.number(),
  likes: z.number(),
  shares: z.number(),
})

const post = z.object({
  id: z.string(),
  activity: z.string(),
  author: z.string(),
  /** The text as LinkedIn returns it. */
  commentary: z.string(),
  /** The text as people see it. */
  text: z.string(),
  media: z.string().nullable(),
  altText: z.string().nullable(),
  visibility: z.string(),
  createdAt: z.number(),
  numbers,
})

const comment = z.object({
  id: z.string(),
  number: z.string(),
  post: z.string(),
  parent: z.string().nullable(),
  actor: z.string(),
  text: z.string(),
  createdAt: z.number(),
})

export type Person = z.output<typeof person>
export type Page = z.output<typeof page>
export type Asset = z.output<typeof asset>
export type Post = z.output<typeof post>
export type Numbers = z.output<typeof numbers>
export type Comment = z.output<typeof comment>

export const people = collection('people', person)
export const pages = collection('pages', page)
export const assets = collection('assets', asset)
export const posts = collection('posts', post)
export const comments = collection('comments', comment)

const shortest = 10_000_000

/** 19 digits, like LinkedIn's IDs; they increase with time. */
export const newNumber = (world: World): string =>
  `7${String(Math.floor(world.now()))}${String(shortest + (world.next('id') % shortest)).slice(-5)}`

/** Unique letters and digits. */
export const newKey = (kind: string, world: World): string =>
  createHash('sha256')
    .update(`${kind} ${world.next('key')} ${world.now()} ${world.fraction()}`)
    .digest('hex')
    .slice(0, 24)

export const personUrn = (id: string): string => `urn:li:person:${id}`
export const pageUrn = (id: string): string => `urn:li:organization:${id}`
export const numberIn = (urn: string): string => urn.replace(/^.*:/, '')

/** A post, by any form of its URN. */
export function postOf(urn: string, world: World): Post | undefined {
  const known = world.documents('activities').get(urn)
  return posts(world).get(typeof known === 'string' ? known : urn)
}

export const activityOf = ({ activity }: Post): string => `urn:li:activity:${activity}`

/** The requested scopes that the person grants. */
export const granted = (person: Person | undefined, requested: readonly string[]): readonly string[] =>
  requested.filter((scope) => !person?.lacks.includes(scope))
