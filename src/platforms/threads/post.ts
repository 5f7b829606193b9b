import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { containers, formOf } from './container.ts'
import { type Draft, postInput } from './plan.ts'
import { type Publication, publish, settleTime, whetherPublished } from './publish-container.ts'
import { profilePages } from './published.ts'
import { findPost } from './reconcile.ts'

export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: ({ draft }, context) => publish(ofPost(draft, context), context),
  doubt: {
    reconcile: ({ draft }, context) => whetherPublished(ofPost(draft, context), context),
    search: ({ draft }, since, context) =>
      findPost({ text: draft.text, mediaType: mediaTypes[draft.type], replyTo: null, since }, context),
    // The container is the key: before it is published again Threads is asked what has become of it.
    repeatable: () => true,
    settleTime,
    lookAt: (_, author) => profilePages(author),
  },
})

/** The names of post types in lists. */
export const mediaTypes: Readonly<Record<Draft['type'], string>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

const ofPost = (draft: Draft, context: StepContext): Publication => ({
  ready: context.result('container', containers).containers[0] ?? null,
  form: () => formOf(draft, context),
  shown: { text: draft.text, mediaType: mediaTypes[draft.type], replyTo: null },
})
