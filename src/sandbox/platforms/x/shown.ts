import { createHash } from 'node:crypto'
import type { Entities, Media, User } from './store.ts'
import { cashtagsIn, escaped, hashtagsIn, linksIn, mentionsIn, weightOf } from './text.ts'

interface ShownPost {
  readonly text: string
  readonly entities: Entities
  readonly note: { readonly text: string; readonly entities: Entities } | null
}

interface WrittenEntity {
  readonly id: string
  readonly text: string
  readonly author: User
  readonly media: readonly Media[]
}

/** The maximum weight of a post without Premium, and of the part of a longer post that is shown at first. */
export const standardWeight = 280

/** A post as X shows it: t.co replaces every link, and one more t.co link stands for the media. */
export function shown(post: WrittenEntity, idOf: (username: string) => string | undefined): ShownPost {
  const long = weightOf(post.text) > standardWeight
  const whole = shorten(post, post.text, idOf)
  if (!long) return { ...withMedia(post, whole), note: null }
  const beginning = shorten(post, `${[...post.text].slice(0, standardWeight / 2).join('')}…`, idOf)
  return { ...withMedia(post, beginning), note: whole }
}

const shortLength = 10

/** 23 characters, like all t.co links. */
function shortLink(id: string, what: string): string {
  const digest = createHash('sha256').update(`${id} ${what}`).digest('base64').replaceAll(/[+/=]/g, '')
  return `https://t.co/${digest.slice(0, shortLength)}`
}

type Entity = Entities[string][number]

function shorten({ id }: WrittenEntity, text: string, idOf: (username: string) => string | undefined) {
  const urls: Entity[] = []
  let done = ''
  let at = 0
  for (const [index, { start, end, written, expanded }] of linksIn(text).entries()) {
    done += escaped(text.slice(at, start))
    const url = shortLink(id, `link ${index}`)
    urls.push({ ...indicesOf(done, url), url, expanded_url: expanded, display_url: display(written) })
    done += url
    at = end
  }
  done += escaped(text.slice(at))
  const shifted = (one: Entity & { start: number; end: number }): Entity => ({
    ...one,
    start: lengthOf(done.slice(0, one.start)),
    end: lengthOf(done.slice(0, one.end)),
  })
  const mentions = mentionsIn(done).map(({ tag, ...where }): Entity => {
    const found = idOf(tag)
    return shifted({ ...where, username: tag, ...(found === undefined ? {} : { id: found }) })
  })
  return {
    text: done,
    entities: present({
      urls,
      hashtags: hashtagsIn(done).map(shifted),
      cashtags: cashtagsIn(done).map(shifted),
      mentions,
    }),
  }
}

function withMedia({ id, author, media }: WrittenEntity, { text, entities }: { text: string; entities: Entities }) {
  const [first] = media
  if (first === undefined) return { text, entities }
  const url = shortLink(id, 'media')
  const before = text === '' ? '' : `${text} `
  const what = first.kind === 'photo' ? 'photo' : 'video'
  const links = media.map(({ key }) => ({
    ...indicesOf(before, url),
    url,
    expanded_url: `${publicUrl(author.username, id)}/${what}/1`,
    display_url: `pic.x.com/${url.slice(-shortLength)}`,
    media_key: key,
  }))
  return { text: before + url, entities: { ...entities, urls: [...(entities.urls ?? []), ...links] } }
}

/** X's own form of the URL; the ledger contains the URL of the simulated post. */
const publicUrl = (username: string, id: string): string => `https://x.com/${username}/status/${id}`

/** Positions of entities count code points. */
const lengthOf = (text: string): number => [...text].length

const indicesOf = (before: string, text: string) => {
  const start = lengthOf(before)
  return { start, end: start + lengthOf(text) }
}

/** In characters: how much of the host and the path is shown. */
const displayLength = 26

function display(written: string): string {
  const bare = written.replace(/^https?:\/\/(?:www\.)?/i, '')
  return bare.length > displayLength ? `${bare.slice(0, displayLength)}…` : bare
}

const present = (all: Entities): Entities =>
  Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0))
