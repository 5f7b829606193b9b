import { type ErrorDetail, notFound, PublicError } from '../../contract/errors.ts'
import { forgetPicture } from '../../store/accounts/profiles.ts'
import { listHolders, type MediaUses } from '../../store/posts/library.ts'
import { beginRemoval, endRemoval } from '../../store/posts/media.ts'
import type { UseCase } from '../context.ts'
import { ownMedia } from './own-media.ts'

export const deleteMedia: UseCase<'deleteMedia'> = async ({ database, media, served, log, caller, params }) => {
  const { key, removed } = await database.ofUser(caller.userId, async (tx) => {
    const { key, small } = await ownMedia(tx, caller, params.id)
    const holders = await listHolders(tx, key)
    if (holders.posts.count + holders.drafts.count > 0) throw inUse(holders)
    await forgetPicture(tx, key)
    const file = await beginRemoval(tx, key)
    if (file === undefined) throw notFound('file')
    const smallFile = small ? await beginRemoval(tx, small) : undefined
    const alsoSmall = small && smallFile !== undefined ? [{ key: small, file: smallFile }] : []
    return { key, removed: [...alsoSmall, { key, file }] }
  })
  for (const one of removed) {
    served.forget(one.key)
    // From here on nobody finds the file. If this fails, pruning removes what is left.
    try {
      await media.forget(one.file)
      await database.step((tx) => endRemoval(tx, one.key))
    } catch (error) {
      log.warn({ error, file: one.file }, 'a deleted file is still in the storage; it is removed with the old files')
    }
  }
  return { status: 'ok', data: { id: key, deleted: true } }
}

function inUse({ posts, drafts }: MediaUses): PublicError {
  const code = 'media_in_use' as const
  const details: ErrorDetail[] = [
    ...posts.newest.map((post_id) => ({ code, message: `Post ${post_id} uses the file.`, post_id })),
    ...drafts.newest.map((draft_id) => ({ code, message: `Draft ${draft_id} uses the file.`, draft_id })),
  ]
  return new PublicError(
    code,
    `The file is still needed by ${counted(posts.count, 'unpublished post')} and by ${counted(drafts.count, 'draft')}. Remove it there or delete them, then delete the file.`,
    { details },
  )
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
