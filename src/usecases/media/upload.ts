import { PublicError } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { mediaName, nameInUrl } from '../../domain/media-name.ts'
import { type MediaType, maxMediaBytes } from '../../domain/media-types.ts'
import { minute } from '../../domain/time.ts'
import { type MediaHost, TooLarge } from '../../media/host.ts'
import { OutboundFault } from '../../outbound/http-client.ts'
import { insertMedia } from '../../store/posts/media.ts'
import type { UseCase } from '../context.ts'
import { makeSmall } from './keep-small.ts'
import { mediaFault } from './media-fault.ts'
import { beginOne, requireStorage, storageLeft, storageUsedUp } from './media-limits.ts'

type Upload = Output<Operations['upload']>

const longestFetch = 30 * minute

export const upload: UseCase<'upload'> = async (call) => {
  const { atOnce, limits, caller, body } = call
  const { url, filename, contentType, size } = body
  if (url === undefined) {
    if (filename === undefined || contentType === undefined || size === undefined)
      throw new Error('The contract does not allow this upload.')
    return announced(call, { name: mediaName(filename), contentType, size })
  }
  const end = beginOne(atOnce.fetches, caller.userId, limits.fetchesAtOnce[caller.plan], 'uploads by URL')
  return fetched(call, url).finally(end)
}

const listed = { alt_text: null, listed: true } as const

type UploadCall = Parameters<UseCase<'upload'>>[0]

/** The client will PUT the file. */
async function announced(
  call: UploadCall,
  { name, contentType, size }: { readonly name: string | null; readonly contentType: MediaType; readonly size: number },
): ReturnType<UseCase<'upload'>> {
  const { database, clock, media, caller, answer } = call
  const key = media.newKey(contentType)
  const row = { key, file: media.fileOf(key), content_type: contentType, size, sha256: null, facts: null }
  const shown = await showUpload(media, row)
  return database.ofUser(caller.userId, async (tx) => {
    await requireStorage(tx, call, size)
    await insertMedia(tx, {
      ...row,
      ...listed,
      name,
      user_id: caller.userId,
      state: 'awaiting',
      created_at: clock.now(),
    })
    return answer(tx, shown)
  })
}

async function fetched(call: UploadCall, url: string): ReturnType<UseCase<'upload'>> {
  const { database, clock, media, caller, answer } = call
  const left = await storageLeft(database.read, call)
  if (left === 0) throw storageUsedUp(call, left)
  const maxBytes = Math.min(left, maxMediaBytes)
  const signal = AbortSignal.timeout(longestFetch)
  const { file, sha256, facts } = await media.fetch(url, { signal, maxBytes }).catch((error: unknown) => {
    throw maxBytes < maxMediaBytes && isTooLarge(error) ? storageUsedUp(call, left) : mediaFault(error, 'url')
  })
  try {
    const created_at = clock.now()
    const row = { key: media.newKey(facts.contentType), file, content_type: facts.contentType, size: facts.size }
    const shown = await showUpload(media, row)
    const answered = await database.ofUser(caller.userId, async (tx) => {
      await requireStorage(tx, call, facts.size)
      await insertMedia(tx, {
        ...row,
        ...listed,
        sha256,
        facts,
        name: nameInUrl(url),
        user_id: caller.userId,
        state: 'ready',
        created_at,
      })
      return answer(tx, shown)
    })
    await makeSmall(call, { key: row.key, user_id: caller.userId, file, facts, created_at })
    return answered
  } catch (error) {
    // A refused file has no row. If the database failed, the row may exist; if not, pruning deletes the file.
    if (error instanceof PublicError) await media.forget(file)
    throw error
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof TooLarge || (error instanceof OutboundFault && error.kind === 'too_large')

const showUpload = async (
  media: MediaHost,
  { key, file, content_type, size }: { key: string; file: string; content_type: MediaType; size: number },
): Promise<Upload> => ({
  ...(await media.uploadAddress(key, { contentType: content_type, size })),
  contentType: content_type,
  size,
  publicUrl: media.publicUrl(key, file),
  storageKey: key,
  id: key,
})

/** A repeated response contains an upload URL that is valid for an hour from now. */
export async function renewUpload(
  media: MediaHost,
  { storageKey, contentType, size, ...rest }: Omit<Upload, 'id'>,
): Promise<Upload> {
  const address = await media.uploadAddress(storageKey, { contentType, size })
  return { ...rest, ...address, contentType, size, storageKey, id: storageKey }
}
