import type { QueryClient } from '@tanstack/react-query'
import { follow, type LiveMessage } from './follow.ts'
import { sessionQuery } from './session.ts'

/** Everything that shows posts is read again when a post changes, at most once in this time. */
const gather = 400

/** Keeps what the dashboard shows up to date. Returns how to stop. */
export function startLive(queries: QueryClient): () => void {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    void queries.invalidateQueries({ queryKey: ['posts'] })
    void queries.invalidateQueries({ queryKey: ['notices'] })
    for (const id of stale) void queries.invalidateQueries({ queryKey: ['post', Number(id)] })
    stale.clear()
  }
  const take = (message: LiveMessage) => {
    if (message.type === 'reset') return void queries.invalidateQueries()
    if (message.type === 'signed-out') return void queries.invalidateQueries(sessionQuery)
    const { change } = message
    if (change.event === 'reset') return
    stale.add(String(change.data.post_id))
    timer ??= setTimeout(flush, gather)
  }
  const stop = follower(take)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** In a shared worker, so that all tabs use one stream; where there is none, each tab follows by itself. */
function follower(take: (message: LiveMessage) => void): () => void {
  if (typeof SharedWorker === 'undefined') {
    const own = new AbortController()
    void follow(location.origin, take, own.signal)
    return () => own.abort()
  }
  const channel = new BroadcastChannel('polypost-live')
  channel.addEventListener('message', ({ data }) => {
    if (data !== 'restart') take(data as LiveMessage) // Only our worker and our tabs send here.
  })
  const worker = new SharedWorker(new URL('./live.worker.ts', import.meta.url), {
    type: 'module',
    name: 'polypost-live',
  })
  worker.port.start()
  return () => channel.close()
}

/** After the user in view has changed. */
export function restartLive(): void {
  if (typeof SharedWorker === 'undefined') return
  const channel = new BroadcastChannel('polypost-live')
  channel.postMessage('restart')
  channel.close()
}
