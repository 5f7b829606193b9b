import type { Presence } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import type { Author, StepContext } from '../shared/context.ts'
import { firstResult } from '../shared/planning.ts'
import { embedOf, restoredEmbed } from './embed.ts'
import { isRefusedWith } from './errors.ts'
import { handlesIn } from './facets.ts'
import { resolved } from './mentions.ts'
import { commentInput, postInput } from './plan.ts'
import { postUrl } from './published.ts'
import { type Draft, outcomeOf, putRecord } from './put-record.ts'
import { findPost, searchPost } from './reconcile.ts'
import { type NewRecord, reference } from './wire.ts'

/** The plan chose the key, so a second request with it is refused or changes nothing. */
const doubt = {
  reconcile: (draft: Draft, context: StepContext): Promise<Presence> => findPost(draft, context),
  repeatable: () => true,
  // A server reads its own writes (bsky-docs, 2026-04-21).
  settleTime: 0,
  lookAt: ({ key }: Draft, author: Author) => [postUrl(key, author)],
}

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async ({ embed, ...draft }, context) => {
    const rest = { dids: didsFor(draft, context), reply: null }
    const first = await putRecord(draft, { ...rest, embed: embedOf(embed, context) }, context)
    if (!isRefusedWith('BlobNotFound', first)) return outcomeOf(first, draft, context)
    const restored = await restoredEmbed(embed, context)
    if (restored === null) return outcomeOf(first, draft, context)
    if ('type' in restored) return restored
    return outcomeOf(await putRecord(draft, { ...rest, ...restored }, context), draft, context)
  },
  doubt: { ...doubt, search: ({ text }, since, context) => searchPost({ text, since }, context) },
})

export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: async ({ after, ...draft }, context) => {
    const root = context.result('post', reference)
    const parent = firstResult(after, reference, context)
    const rest = { dids: didsFor(draft, context), embed: null, reply: { root, parent } }
    return outcomeOf(await putRecord(draft, rest, context), draft, context)
  },
  doubt,
})

/** The plan has a `mentions` step only if its texts mention somebody. */
const didsFor = ({ facets }: Draft, context: StepContext): NewRecord['dids'] =>
  handlesIn(facets).length === 0 ? {} : context.result('mentions', resolved)
