import { createHash } from 'node:crypto'
import { type FaultKind, faultKinds } from '../shared/simulator.ts'
import type { Store } from './store.ts'

/** As in `[[sandbox:rate_limit]]` and `[[sandbox:timeout_after:2]]`. */
const marker = /\[\[sandbox:([a-z_]+)(?::(\d{1,4}))?\]\]/g

/** Faults in a text: each applies as often as the text says, counted over all calls with the same text. */
export interface TextFaults {
  /** Uses up the first of them that counts and is not used up yet. */
  readonly take: (platform: string, text: string, counts: (kind: FaultKind) => boolean) => FaultKind | null
}

const isKind = (text: string | undefined): text is FaultKind => faultKinds.some((kind) => kind === text)

export function openTextFaults(store: Store): TextFaults {
  const metBefore = store.prepare('select met from text_faults where platform = ? and text_hash = ? and kind = ?')
  const meet = store.prepare(`insert into text_faults values (?, ?, ?, 1) on conflict do update set met = met + 1`)
  return {
    take: (platform, text, counts) => {
      for (const [, kind, times = '1'] of text.matchAll(marker)) {
        if (!isKind(kind) || !counts(kind)) continue
        const hash = createHash('sha256').update(text).digest('hex')
        const met = Number(metBefore.get(platform, hash, kind)?.met ?? 0)
        if (met >= Number(times)) continue
        meet.run(platform, hash, kind)
        return kind
      }
      return null
    },
  }
}
