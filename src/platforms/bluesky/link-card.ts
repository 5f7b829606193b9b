import { z } from 'zod'
import { second } from '../../domain/time.ts'
import { decodePage } from '../../html/decode-page.ts'
import { pageMeta } from '../../html/page-meta.ts'
import { defineAction } from '../shared/action.ts'
import { isFault } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { fetchUntrusted } from './fetch-untrusted.ts'
import { cardInput } from './plan.ts'
import { uploadBlob } from './upload.ts'
import { type Blob, blob } from './wire.ts'

export const card = z.object({ title: z.string(), description: z.string(), thumb: blob.nullable() })

type Card = z.output<typeof card>

/** For the page and its picture together. */
const timeLimit = 15 * second

/** In bytes: the head of a page is within this. */
const maxPage = 512 * 1024

/** Lexicons, 2026-08-20. */
const maxThumb = 1_000_000

/** Bluesky makes no cards itself (bsky-docs, 2026-04-21). If the page can't be read, the card has only its address. */
export const linkCard = defineAction({
  kind: 'prepare',
  input: cardInput,
  perform: async ({ uri }, context) => ({ type: 'done', result: await cardOf(uri, context) }),
})

async function cardOf(uri: string, context: StepContext): Promise<Card> {
  const bare = { title: new URL(uri).hostname, description: '', thumb: null }
  const deadline = context.clock.now() + timeLimit
  const page = await fetchUntrusted(
    new URL(uri),
    { maxBytes: maxPage, cut: true, accept: 'text/html', deadline },
    context,
  )
  if (!page || !/^(text\/html|application\/xhtml\+xml)\b/i.test(page.contentType)) return bare
  const { title, description, image } = await pageMeta(decodePage(page))
  const address = image === null ? null : URL.parse(image, page.url.href)
  return {
    title: title || bare.title,
    description,
    thumb: address && (await thumbOf(address, deadline, context)),
  }
}

/** The preview image of a page, if a card may have it. */
async function thumbOf(address: URL, deadline: number, context: StepContext): Promise<Blob | null> {
  const picture = await fetchUntrusted(
    address,
    { maxBytes: maxThumb, cut: false, accept: 'image/jpeg,image/png,image/webp', deadline },
    context,
  )
  const contentType = picture && imageType(picture.bytes)
  if (!contentType) return null
  try {
    const sent = await uploadBlob({ contentType, size: picture.bytes.length, body: picture.bytes }, context)
    // If the server does not recognise the blob as an image, it would refuse the post.
    return 'blob' in sent && sent.blob.mimeType.startsWith('image/') ? sent.blob : null
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

/** By the first bytes, because the header comes from an untrusted server. */
function imageType(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png'
  const ends = `${bytes.subarray(0, 4).toString('latin1')}…${bytes.subarray(8, 12).toString('latin1')}`
  return ends === 'RIFF…WEBP' ? 'image/webp' : null
}
