import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { published } from './published.ts'
import { homeOf, query } from './request.ts'
import { collection, listedRecords, storedRecord } from './wire.ts'

interface PostFacts {
  readonly key: string
  readonly createdAt: string
}

/** Reads the post by its key from the account's own server, which requires no login for it. */
export async function findPost(wanted: PostFacts, context: AccountContext): Promise<Presence> {
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

/** Records in a response, the server's own limit, and how many responses are read. */
const pageSize = 100
const maxPages = 5

/** Searches a post that answers nothing by its text, newest first. */
export async function searchPost(
  { text, since }: { readonly text: string; readonly since: number },
  context: AccountContext,
): Promise<Presence> {
  if (text.trim() === '') return { type: 'cannot_tell', message: 'A post without text can’t be told from others.' }
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await query(context, {
      host: homeOf(context).pds,
      name: 'com.atproto.repo.listRecords',
      query: {
        repo: context.account.remoteId,
        collection,
        limit: String(pageSize),
        ...(cursor === null ? {} : { cursor }),
      },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { records, next } = listedRecords.parse(answer.json())
    const recent = records.filter(({ value }) => Date.parse(value.createdAt) >= since - clockMargin)
    const found = recent.find(({ value }) => !value.isReply && plain(value.text) === plain(text))
    if (found) return { type: 'found', ...published({ uri: found.uri, cid: found.cid }, context) }
    if (next === null || recent.length < records.length) return { type: 'absent' }
    cursor = next
  }
  return { type: 'cannot_tell', message: 'The account has too many newer posts to search.' }
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
