import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { published } from './published.ts'
import { homeOf, query } from './request.ts'
import { collection, storedRecord } from './wire.ts'

interface Wanted {
  readonly key: string
  readonly createdAt: string
}

/** Reads the post by its key from the account's own server, which requires no login for it. */
export async function findPost(wanted: Wanted, context: AccountContext): Promise<Presence> {
  const answer = await query(context, {
    host: homeOf(context).pds,
    name: 'com.atproto.repo.getRecord',
    query: { repo: context.account.remoteId, collection, rkey: wanted.key },
  })
  if (isRefusedWith('RecordNotFound', answer)) return { type: 'absent' }
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const { value, ...record } = storedRecord.parse(answer.json())
  // The server may return the text in another form; `createdAt` comes back unchanged.
  if (value.createdAt === wanted.createdAt) return { type: 'found', ...published(record, context) }
  return { type: 'cannot_tell', message: 'Bluesky has a different post under the key of this one.' }
}
