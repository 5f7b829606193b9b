import { PublicError } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { MediaType } from '../../domain/media-types.ts'
import { minute } from '../../domain/time.ts'
import type { MediaHost } from '../../media/host.ts'
import { insertMedia } from '../../store/media.ts'
import type { UseCase } from '../context.ts'
import { mediaFault } from './media-fault.ts'

type Upload = Output<Operations['upload']>

const longestFetch = 30 * minute

export const upload: UseCase<'upload'> = async ({ database, clock, media, caller, body, answer }) => {
  const { url, contentType, size } = body
  if (url === undefined) {
    if (contentType === undefined || size === undefined) throw new Error('The contract does not allow this upload.')
    const key = media.newKey(contentType)
    const row = { key, file: media.fileOf(key), content_type: contentType, size, sha256: null, facts: null }
    const shown = await showUpload(media, row)
    return database.transaction(async (tx) => {
      await insertMedia(tx, { ...row, user_id: caller.userId, state: 'awaiting', created_at: clock.now() })
      return answer(tx, shown)
    })
  }

  const { file, sha256, facts } = await media.fetch(url, AbortSignal.timeout(longestFetch)).catch((error: unknown) => {
    throw mediaFault(error)
  })
  try {
    const row = { key: media.newKey(facts.contentType), file, content_type: facts.contentType, size: facts.size }
    const shown = await showUpload(media, row)
    return await database.transaction(async (tx) => {
      await insertMedia(tx, { ...row, sha256, facts, user_id: caller.userId, state: 'ready', created_at: clock.now() })
      return answer(tx, shown)
    })
  } catch (error) {
    // A refused file has no row. If the database failed, the row may exist; if not, pruning deletes the file.
    if (error instanceof PublicError) await media.forget(file)
    throw error
  }
}

const showUpload = async (
  media: MediaHost,
  { key, file, content_type, size }: { key: string; file: string; content_type: MediaType; size: number },
): Promise<Upload> => ({
  ...(await media.uploadAddress(key, { contentType: content_type, size })),
  contentType: content_type,
  size,
  publicUrl: media.publicUrl(key, file),
  storageKey: key,
})

/** A repeated response contains an upload URL that is valid for an hour from now. */
export async function renewUpload(
  media: MediaHost,
  { storageKey, contentType, size, ...rest }: Upload,
): Promise<Upload> {
  return { ...rest, ...(await media.uploadAddress(storageKey, { contentType, size })), contentType, size, storageKey }
}
