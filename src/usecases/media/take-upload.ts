import { notFound, PublicError } from '../../contract/errors.ts'
import type { MediaHost, ReceivedFile, UploadQuery } from '../../media/host.ts'
import { isSameType } from '../../media/probe/probe.ts'
import { findUser } from '../../store/people/users.ts'
import { findMedia, type MediaRow, makeMediaReady } from '../../store/posts/media.ts'
import type { Services } from '../context.ts'
import { makeSmall } from './keep-small.ts'
import { mediaFault } from './media-fault.ts'
import { beginOne } from './media-limits.ts'
import { wrongType } from './ready-media.ts'

export type { UploadQuery }

type UploadServices = Pick<Services, 'database' | 'media' | 'atOnce' | 'limits'>

export interface SentFile {
  readonly contentType: string | undefined
  readonly size: number | undefined
  readonly body: AsyncIterable<Uint8Array>
}

/** Receives the file that a client PUTs to an upload URL. It is checked before anybody can see it. */
export async function takeUpload(
  { database, media, atOnce, limits }: UploadServices,
  key: string,
  query: UploadQuery,
  sent: SentFile,
): Promise<void> {
  if (!media.allows(key, query))
    throw new PublicError(
      'upload_refused',
      'This upload URL is not valid, or it has expired after one hour. Get a new one with POST /upload.',
    )
  const row = await findMedia(database.read, key)
  if (!row) throw notFound('upload')
  if (row.state === 'ready') throw alreadyThere()
  if (sent.contentType !== query.type)
    throw new PublicError(
      'upload_refused',
      `Send the file with the header “Content-Type: ${query.type}”, as the upload URL requires.`,
    )
  if (sent.size !== undefined && sent.size !== query.size)
    throw new PublicError(
      'upload_refused',
      `The file has ${sent.size} bytes, but POST /upload was called with ${query.size}. Get a new upload URL with POST /upload.`,
    )

  const user = await findUser(database.read, row.user_id)
  if (!user) throw notFound('upload')
  const end = beginOne(atOnce.uploads, user.id, limits.uploadsAtOnce[user.plan_id], 'uploads of files')
  await store({ database, media }, row, query, sent).finally(end)
}

async function store(
  { database, media }: Pick<UploadServices, 'database' | 'media'>,
  row: MediaRow,
  query: UploadQuery,
  sent: SentFile,
): Promise<void> {
  const received = await receive(media, query, sent).catch((error: unknown) => {
    throw mediaFault(error)
  })
  try {
    if (received.facts.size !== query.size)
      throw new PublicError(
        'upload_refused',
        `Only ${received.facts.size} of ${query.size} bytes arrived. Send the file again.`,
      )
    if (!isSameType(query.type, received.facts.contentType))
      throw mediaFault(wrongType(query.type, received.facts.contentType))
    if (!(await database.step((tx) => makeMediaReady(tx, row.key, received)))) throw alreadyThere()
  } catch (error) {
    // A refused file has no row. If the database failed, the row may exist; if not, pruning deletes the file.
    if (error instanceof PublicError) await media.forget(received.file)
    throw error
  }
  await makeSmall({ database, media }, { ...row, ...received })
}

async function receive(media: MediaHost, { size }: UploadQuery, { body }: SentFile): Promise<ReceivedFile> {
  await media.requireSpace(size)
  return media.receive(body, size)
}

const alreadyThere = (): PublicError =>
  new PublicError(
    'wrong_state',
    'This file is already uploaded and cannot change. Get a new upload URL with POST /upload.',
    {
      details: [{ code: 'wrong_state', message: 'The file is already uploaded.', status: 'ready' }],
    },
  )
