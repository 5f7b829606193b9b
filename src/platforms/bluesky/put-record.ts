import type { Json, Outcome } from '../../domain/outcome.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { published } from './published.ts'
import { findPost } from './reconcile.ts'
import { ownServer, procedure } from './request.ts'
import { collection, type NewRecord, newRecord, reference } from './wire.ts'

/** The planned part of a record, with its key. */
export interface Draft extends Omit<NewRecord, 'dids' | 'embed' | 'reply'> {
  readonly key: string
}

/**
 * `putRecord` with `swapRecord: null`: repeating the same record has the same response, and a different record under the key
 * is not replaced. `createRecord` would answer an existing key with a plain 500 (PDS source, 2026-08-20).
 */
export function putRecord(
  { key, ...content }: Draft,
  rest: Pick<NewRecord, 'dids' | 'embed' | 'reply'>,
  context: AccountContext,
): Promise<Answer> {
  const json: Json = {
    repo: context.account.remoteId,
    collection,
    rkey: key,
    record: newRecord({ ...content, ...rest }),
    swapRecord: null,
  }
  return procedure(context, { ...ownServer(context), name: 'com.atproto.repo.putRecord', json })
}

export async function outcomeOf(answer: Answer, draft: Draft, context: AccountContext): Promise<Outcome> {
  if (isDone(answer)) return { type: 'done', ...published(reference.parse(answer.json()), context) }
  const refused = refusal(answer, 'post', context)
  if (!isRefusedWith('InvalidSwap', answer)) return refused
  // The key exists. If an earlier request succeeded, it is this record.
  const found = await findPost(draft, context)
  if (found.type === 'found') return { ...found, type: 'done' }
  return found.type === 'absent' ? refused : { type: 'unknown', message: refused.message }
}
