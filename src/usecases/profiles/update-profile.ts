import { type DetailCode, PublicError } from '../../contract/errors.ts'
import { mediaTypes } from '../../domain/media-types.ts'
import { updateProfile as save } from '../../store/accounts/profiles.ts'
import type { Call, UseCase } from '../context.ts'
import { findNamedMedia } from '../media/named-media.ts'
import { checkName, ownProfile } from './own-profile.ts'
import { readProfile } from './show-profiles.ts'

type UpdateProfile = Call<'updateProfile'>

export const updateProfile: UseCase<'updateProfile'> = async (call) => {
  const { database, clock, caller, params, body, answer } = call
  await ownProfile(database.read, caller, params.id)
  const picture = body.picture ? await imageAt(call, body.picture) : body.picture
  return database.transaction(async (tx) => {
    const { id, name } = await ownProfile(tx, caller, params.id)
    if (body.name !== undefined) await checkName(tx, caller, body.name, id)
    await save(tx, id, {
      name: body.name ?? name,
      ...(picture !== undefined && { picture }),
      ...(body.color !== undefined && { color: body.color }),
      now: clock.now(),
    })
    return answer(tx, { status: 'ok', data: await readProfile(tx, call, id) })
  })
}

/** The key of the caller's upload. */
async function imageAt(call: UpdateProfile, url: string): Promise<string> {
  const named = (await findNamedMedia(call, call.caller.userId, [{ url }]))({ url })
  if (named.state === 'refused') throw rejected(named.code, named.message)
  if (named.state === 'awaited')
    throw rejected('media_not_ready', 'The file has not arrived. Send it to its upload URL first.')
  if (named.state === 'not_hosted')
    throw rejected('media_not_hosted', 'This is not one of your uploads. Upload the image with POST /upload first.')
  if (mediaTypes[named.media.facts.contentType] === 'video')
    throw rejected('unsupported_type', 'The picture of a profile is an image, and this file is a video.')
  return named.key
}

const rejected = (code: DetailCode, message: string): PublicError =>
  new PublicError('content_rejected', message, { details: [{ path: 'picture', code, message }] })
