import { TimeoutError } from './errors.ts'
import { Posts as Operations } from './generated/operations.ts'
import type { Post } from './generated/types.ts'
import { sleep } from './request.ts'

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** How long to wait at most, in milliseconds. Without it: for ever. */
  readonly timeout?: number | undefined
  /** Told after every change. */
  readonly onChange?: ((post: Post) => void) | undefined
}

const ended: readonly Post['status'][] = ['successful', 'partial', 'failed', 'cancelled']
const firstPause = 500
const longestPause = 5_000

export class Posts extends Operations {
  /** Waits until a post has ended on every platform, and returns it. A job that needs a person does not end by itself. */
  async waitFor(id: number, { signal, timeout, onChange }: WaitOptions = {}): Promise<Post> {
    const end = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout
    let before = ''
    for (let pause = firstPause; ; pause = Math.min(pause * 1.5, longestPause)) {
      const post = await this.get(id, {}, { signal })
      const now = JSON.stringify(post.jobs)
      if (now !== before) {
        onChange?.(post)
        pause = firstPause
      }
      before = now
      if (ended.includes(post.status)) return post
      const rest = end - Date.now()
      if (rest <= 0) throw new TimeoutError(`Post ${id} has not ended in time; its status is ${post.status}.`)
      await sleep(Math.min(pause, rest), signal)
    }
  }
}
