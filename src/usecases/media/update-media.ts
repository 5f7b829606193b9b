import { PublicError } from '../../contract/errors.ts'
import { mediaName } from '../../domain/media-name.ts'
import { smallPictureOf } from '../../media/convert/small.ts'
import { changeMedia } from '../../store/posts/library.ts'
import { setSmall } from '../../store/posts/small-media.ts'
import type { UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import { storeSmall } from './keep-small.ts'
import { ownMedia } from './own-media.ts'
import { readItem } from './show-library.ts'

export const updateMedia: UseCase<'updateMedia'> = async (call) => {
  const { database, media, caller, params, body, answer } = call
  const name = body.name === undefined ? undefined : givenName(body.name)
  if (body.poster) await storeSmall(call, await ownMedia(database.read, caller, params.id), await framed(body.poster))
  return database.ofUser(caller.userId, async (tx) => {
    const row = await ownMedia(tx, caller, params.id)
    const { key } = row
    await changeMedia(tx, key, {
      name: name ?? row.name,
      altText: body.alt_text === undefined ? row.alt_text : body.alt_text || null,
    })
    if (body.poster === null) await setSmall(tx, key, null)
    return answer(tx, { status: 'ok', data: await readItem(tx, media, await ownMedia(tx, caller, key)) })
  })
}

function givenName(text: string): string {
  const name = mediaName(text)
  if (name === null)
    throw malformed([
      {
        path: 'name',
        code: 'invalid_value',
        message: 'Must contain more than folders, dots and invisible characters.',
      },
    ])
  return name
}

/** The small picture of a frame that was sent as a data URL. */
async function framed(poster: string): Promise<Uint8Array> {
  const bytes = await smallPictureOf(Buffer.from(poster.slice(poster.indexOf(',') + 1), 'base64'))
  if (bytes) return bytes
  const message = 'The poster is no image that can be read. Send a JPEG, PNG or WebP.'
  throw new PublicError('content_rejected', message, {
    details: [{ path: 'poster', code: 'unsupported_type', message }],
  })
}
