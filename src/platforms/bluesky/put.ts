import type { Json, Outcome } from '../../domain/outcome.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/live.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { published } from './published.ts'
import { findPost } from './reconcile.ts'
import { asAccount, procedure } from './request.ts'
import { collection, type NewRecord, newRecord, reference } from './wire.ts'

/** What is known of a record before anything was asked; the key was chosen with it. */
export interface Draft extends Omit<NewRecord, 'dids' | 'embed' | 'reply'> {
  readonly key: string
}

/**
 * `putRecord` with `swapRecord: null`: the same record again is answered like the first time, and another one under the
 * key is left alone. `createRecord` answers a key that is taken with a bare 500 (PDS source, 2026-08-20).
 */
export function put(
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
  return procedure(context, { ...asAccount(context), name: 'com.atproto.repo.putRecord', json })
}

export async function outcomeOf(answer: Answer, draft: Draft, context: AccountContext): Promise<Outcome> {
  if (isDone(answer)) return { type: 'done', ...published(reference.parse(answer.json()), context) }
  const refused = refusal(answer, 'post', context)
  if (!isRefusedWith('InvalidSwap', answer)) return refused
  // The key is taken: by this very record, where an earlier request had come through.
  const found = await findPost(draft, context)
  if (found.type === 'found') return { ...found, type: 'done' }
  return found.type === 'absent' ? refused : { type: 'unknown', message: refused.message }
}
