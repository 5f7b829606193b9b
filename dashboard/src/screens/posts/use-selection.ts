import type { Post } from '@polypost/sdk'
import { useState } from 'react'

/** The posts that somebody ticked, by their ID. */
export interface Selection {
  readonly posts: ReadonlyMap<number, Post>
  readonly toggle: (post: Post) => void
  readonly clear: () => void
}

const none: ReadonlyMap<number, Post> = new Map()

export function useSelection(): Selection {
  const [posts, setPosts] = useState(none)
  const toggle = (post: Post) =>
    setPosts((before) => {
      const next = new Map(before)
      if (!next.delete(post.id)) next.set(post.id, post)
      return next
    })
  return { posts, toggle, clear: () => setPosts(none) }
}
