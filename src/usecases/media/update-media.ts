import { mediaName } from '../../domain/media-name.ts'
import { changeMedia } from '../../store/posts/library.ts'
import type { UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import { ownMedia } from './own-media.ts'
import { readItem } from './show-library.ts'

export const updateMedia: UseCase<'updateMedia'> = ({ database, media, caller, params, body, answer }) =>
  database.ofUser(caller.userId, async (tx) => {
    const { key, name, alt_text } = await ownMedia(tx, caller, params.id)
    await changeMedia(tx, key, {
      name: body.name === undefined ? name : givenName(body.name),
      altText: body.alt_text === undefined ? alt_text : body.alt_text || null,
    })
    return answer(tx, { status: 'ok', data: await readItem(tx, media, await ownMedia(tx, caller, key)) })
  })

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
