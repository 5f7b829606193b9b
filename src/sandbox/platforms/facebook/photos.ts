import { MiB } from '../../../domain/bytes.ts'
import { newGraphId, ok, refuse, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { addPost } from './add.ts'
import type { PageCall } from './gate.ts'
import { photos } from './store.ts'

const maxBytes = 10 * MiB

/** How accepted photos begin, in hexadecimal digits. No list of Facebook contains WebP. */
const beginnings = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^424d/, /^(49492a00|4d4d002a)/]

/** POST /:page/photos, with the bytes or a URL. */
export async function addPhoto({ request, parameters, page, world }: PageCall): Promise<SimulatedReply> {
  const bytes = await bytesOf(request, parameters, world)
  if (bytes === null) return wrongParameter('picture is required', world)
  const wrong = wrongPhoto(bytes.head, bytes.size, world)
  if (wrong) return wrong
  const photo = {
    id: newGraphId(world),
    page: page.id,
    altText: parameters.alt_text_custom ?? '',
    bytes: bytes.size,
    shownBy: null,
  }
  photos(world).put(photo)
  if (parameters.published === 'false') return ok({ id: photo.id })
  const message = parameters.message ?? parameters.caption ?? ''
  const post = addPost(world, {
    page,
    kind: 'feed',
    message,
    link: null,
    photos: [photo],
    video: null,
    published: true,
  })
  return ok({ id: photo.id, post_id: post.id })
}

interface Picture {
  readonly head: Buffer
  readonly size: number
}

async function bytesOf(
  request: SimulatedRequest,
  { url }: Readonly<Record<string, string>>,
  world: World,
): Promise<Picture | null> {
  if (url !== undefined) {
    const fetched = await world.fetch(url)
    return fetched?.status === 200 ? { head: fetched.bytes, size: fetched.size } : null
  }
  const sent = request.parts().find(({ name }) => name === 'source')?.bytes
  return sent ? { head: sent, size: sent.length } : null
}

export function wrongPhoto(head: Buffer, size: number, world: World): SimulatedReply | null {
  const beginning = head.subarray(0, 8).toString('hex')
  if (size > maxBytes)
    return refuse(
      {
        message: 'Invalid parameter',
        code: 100,
        subcode: 1_366_046,
        title: "Can't Read Files",
        explanation: 'Your photos couldn’t be uploaded. Photos should be smaller than 10 MB.',
      },
      world,
    )
  if (beginnings.some((known) => known.test(beginning))) return null
  return invalidFile(world)
}

export const invalidFile = (world: World): SimulatedReply =>
  refuse({ message: '(#324) Missing or invalid image file', code: 324, subcode: 2_069_019 }, world)
