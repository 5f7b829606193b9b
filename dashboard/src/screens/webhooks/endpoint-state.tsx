import type { Webhook } from '@polypost/sdk'
import { type EndpointState as Named, stateOf } from '../../data/webhooks.ts'
import { State } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'
import { useWords } from '../../words/words.ts'
import { webhookWords } from './webhooks-words.ts'

const shapes: Readonly<Record<Named, StateShape>> = { receives: 'done', fails: 'needs', disabled: 'failed' }

export function EndpointState({ webhook }: { readonly webhook: Webhook }) {
  const t = useWords(webhookWords)
  const state = stateOf(webhook)
  return <State state={shapes[state]}>{t[state]}</State>
}
