import type { UseCase } from '../context.ts'
import { mediaFault } from './media-fault.ts'
import { ownMedia } from './own-media.ts'
import { readyMedia } from './ready-media.ts'
import { readItem } from './show-library.ts'

export const getMedia: UseCase<'getMedia'> = async ({ database, media, caller, params }) => {
  const { key } = await ownMedia(database.read, caller, params.id)
  await readyMedia({ database, media }, key).catch((error: unknown) => {
    throw mediaFault(error)
  })
  return { status: 'ok', data: await readItem(database.read, media, await ownMedia(database.read, caller, key)) }
}
