import type { z } from 'zod'
import type { Json, Outcome, Presence } from '../../domain/outcome.ts'
import { type Answer, isDone } from '../call.ts'
import { type Author, defineAction, type StepContext } from '../live.ts'
import { firstResult } from '../planning.ts'
import { embedOf, restoredEmbed } from './embed.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { resolved } from './mentions.ts'
import { commentInput, postInput } from './plan.ts'
import { postUrl, published } from './published.ts'
import { findPost } from './reconcile.ts'
import { asAccount, procedure } from './request.ts'
import { collection, type NewRecord, newRecord, reference } from './wire.ts'

type Draft = Pick<z.output<typeof postInput>, 'key' | 'text' | 'createdAt' | 'langs' | 'facets'>

/** The key was chosen beforehand, so that a second request for it is refused, or changes nothing. */
const doubt = {
  reconcile: (draft: Draft, context: StepContext): Promise<Presence> => findPost(draft, context),
  repeatable: () => true,
  // A server reads its own writes (bsky-docs, 2026-04-21).
  settleSeconds: 0,
  lookAt: ({ key }: Draft, author: Author) => [postUrl(key, author)],
}

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async ({ embed, ...draft }, context) => {
    const first = await put(draft, { embed: embedOf(embed, context), reply: null }, context)
    if (!isRefusedWith('BlobNotFound', first)) return outcomeOf(first, draft, context)
    const restored = await restoredEmbed(embed, context)
    if (restored === null) return outcomeOf(first, draft, context)
    if ('type' in restored) return restored
    return outcomeOf(await put(draft, { ...restored, reply: null }, context), draft, context)
  },
  doubt,
})

export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: async ({ after, ...draft }, context) => {
    const root = context.result('post', reference)
    const parent = firstResult(after, reference, context)
    return outcomeOf(await put(draft, { embed: null, reply: { root, parent } }, context), draft, context)
  },
  doubt,
})

/**
 * `putRecord` with `swapRecord: null`: the same record again is answered like the first time, and another one under the
 * key is left alone. `createRecord` answers a key that is taken with a bare 500 (PDS source, 2026-08-20).
 */
function put(draft: Draft, rest: Pick<NewRecord, 'embed' | 'reply'>, context: StepContext): Promise<Answer> {
  const { key, ...content } = draft
  const mentions = draft.facets.some(({ feature }) => feature.type === 'mention')
  const dids = mentions ? context.result('mentions', resolved) : {}
  const json: Json = {
    repo: context.account.remoteId,
    collection,
    rkey: key,
    record: newRecord({ ...content, ...rest, dids }),
    swapRecord: null,
  }
  return procedure(context, { ...asAccount(context), name: 'com.atproto.repo.putRecord', json })
}

async function outcomeOf(answer: Answer, draft: Draft, context: StepContext): Promise<Outcome> {
  if (isDone(answer)) return { type: 'done', ...published(reference.parse(answer.json()), context) }
  const refused = refusal(answer, 'post', context)
  if (!isRefusedWith('InvalidSwap', answer)) return refused
  // The key is taken: by this very record, where an earlier request had come through.
  const found = await findPost(draft, context)
  if (found.type === 'found') return { ...found, type: 'done' }
  return found.type === 'absent' ? refused : { type: 'unknown', message: refused.message }
}
