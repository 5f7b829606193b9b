import { MiB } from '../domain/bytes.ts'
import { firstCharacters } from '../domain/foreign-text.ts'
import { second } from '../domain/time.ts'
import { decodePage } from '../html/decode-page.ts'
import { pageMeta } from '../html/page-meta.ts'
import { type HttpClient, OutboundFault, type OutboundResponse } from '../outbound/http-client.ts'
import { limitConcurrency } from '../system/limit-concurrency.ts'
import { likelyPages } from './likely-pages.ts'
import { readPage } from './read-page.ts'

export interface WebPage {
  readonly url: string
  readonly text: string
}

/** There is no readable page at the address; the message is for the person who entered it. */
export class NoPage extends Error {}

/** The page contains no text. */
export class NoText extends Error {}

/** The card that a link to a page shows. */
export interface LinkCard {
  /** After all redirects. */
  readonly url: string
  readonly title: string
  readonly description: string
  /** The address of the picture. */
  readonly picture: string | null
}

export interface WebsiteReader {
  /** The text of the page, and of the linked pages that describe its owner best. */
  readonly read: (url: string) => Promise<readonly WebPage[]>
  readonly card: (url: string) => Promise<LinkCard>
  /** The bytes of a picture; null if there is none, or if it is larger than a picture of a card is. */
  readonly picture: (url: string) => Promise<Buffer | null>
}

/** For one page; the rest is not read. */
const maxPageBytes = MiB
const maxPictureBytes = 2 * MiB
/** For all pages of a website together. */
const readTime = 20 * second
const maxFrontText = 6_000 // characters
const maxPageText = 4_000 // characters
/** Shorter texts are not useful. */
const minText = 40 // characters
const websitesAtOnce = 4

/** Reads public websites of strangers, as a visitor would. */
export function createWebsiteReader(client: HttpClient): WebsiteReader {
  const limited = limitConcurrency(websitesAtOnce)
  const inTime = () => AbortSignal.timeout(readTime)
  return {
    read: (url) => limited(() => readWebsite(client, url, inTime())),
    card: (url) => limited(() => readCard(client, url, inTime())),
    picture: (url) => limited(() => readPicture(client, url, inTime())),
  }
}

async function readCard(client: HttpClient, address: string, signal: AbortSignal): Promise<LinkCard> {
  const { url, html } = await fetchPage(client, address, signal)
  const { title, description, image } = await pageMeta(html)
  const picture = image === null ? null : URL.parse(image, url.href)
  return {
    url: url.href,
    title: title || url.hostname,
    description,
    picture: picture && /^https?:$/.test(picture.protocol) ? picture.href : null,
  }
}

async function readPicture(client: HttpClient, url: string, signal: AbortSignal): Promise<Buffer | null> {
  const response = await client.follow({ url, signal, headers: { accept: 'image/*' } })
  try {
    const bytes = await beginningOf(response, maxPictureBytes + 1)
    return response.status === 200 && bytes.length <= maxPictureBytes ? bytes : null
  } finally {
    response.close()
  }
}

async function readWebsite(client: HttpClient, address: string, signal: AbortSignal): Promise<readonly WebPage[]> {
  const front = await fetchPage(client, address, signal)
  const { text, links } = await readPage(front.html)
  const others = await Promise.all(likelyPages(links, front.url).map((url) => readFurther(client, url, signal)))
  const pages = [
    { url: front.url.href, text: firstCharacters(text, maxFrontText) },
    ...others.filter((page) => page !== null),
  ]
  if (pages.every((page) => page.text.length < minText))
    throw new NoText(
      `The page at ${front.url.host} contains almost no text that can be read without running its scripts.`,
    )
  return pages
}

interface FetchedPage {
  /** After all redirects. */
  readonly url: URL
  readonly html: string
}

/** A further page is left out if it cannot be read, or redirects to another website. */
async function readFurther(client: HttpClient, url: URL, signal: AbortSignal): Promise<WebPage | null> {
  try {
    const page = await fetchPage(client, url.href, signal)
    if (page.url.host !== url.host) return null
    const { text } = await readPage(page.html)
    return { url: page.url.href, text: firstCharacters(text, maxPageText) }
  } catch (error) {
    if (error instanceof NoPage || error instanceof OutboundFault || signal.aborted) return null
    throw error
  }
}

async function fetchPage(client: HttpClient, url: string, signal: AbortSignal): Promise<FetchedPage> {
  const response = await client.follow({ url, signal, headers: { accept: 'text/html,application/xhtml+xml' } })
  try {
    const { status, headers } = response
    const contentType = headers['content-type'] ?? ''
    if (status !== 200)
      throw new NoPage(`${response.url.host} answered ${status} instead of a page. Check that the address is public.`)
    if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType))
      throw new NoPage(`The address at ${response.url.host} is not a web page.`)
    return { url: response.url, html: decodePage({ bytes: await beginningOf(response, maxPageBytes), contentType }) }
  } finally {
    response.close()
  }
}

async function beginningOf({ body }: OutboundResponse, max: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size >= max) break
  }
  return Buffer.concat(pieces).subarray(0, max)
}
