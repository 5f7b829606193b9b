import { AuthenticationError, Polypost, type StatusChange } from '@polypost/sdk'

/** A message of the follower of the status stream to the pages of this browser. */
export type LiveMessage =
  | { readonly type: 'change'; readonly change: StatusChange }
  /** Changes may be missing: read everything again. */
  | { readonly type: 'reset' }
  | { readonly type: 'signed-out' }

/** Follows the status stream until the session ends. */
export async function follow(
  origin: string,
  send: (message: LiveMessage) => void,
  signal?: AbortSignal,
): Promise<void> {
  const polypost = new Polypost({ url: origin })
  try {
    for await (const change of polypost.events.follow({ signal }))
      send(change.event === 'reset' ? { type: 'reset' } : { type: 'change', change })
  } catch (error) {
    if (error instanceof AuthenticationError) send({ type: 'signed-out' })
    else throw error
  }
}
