import { useMatchRoute, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ComposerProps, DraftComposer, NewComposer, PostComposer } from './composer-kinds.tsx'

interface ComposerRoute {
  readonly kind: 'new' | 'draft' | 'post'
  readonly id: string
}

const nameOf = ({ kind, id }: ComposerRoute): string => `${kind} ${id}`

function useComposerRoute(): ComposerRoute {
  const { id = '' } = useParams({ strict: false })
  const isPost = useMatchRoute()({ to: '/p/$profile/posts/$id/edit' }) !== false
  return { kind: isPost ? 'post' : id === '' ? 'new' : 'draft', id }
}

/** A new post, a draft, or the edit of a post that has not begun. */
export function Composer() {
  const route = useComposerRoute()
  const { profile = '' } = useParams({ strict: false })
  const name = nameOf(route)
  // A new post gets its address with the first save. The text, and the position of the cursor in it, must survive that.
  const [opened, setOpened] = useState({ route, created: '', number: 0 })
  if (name === opened.created) setOpened({ ...opened, route, created: '' })
  else if (name !== nameOf(opened.route)) setOpened({ route, created: '', number: opened.number + 1 })
  return (
    <ComposerOf
      key={opened.number}
      route={opened.route}
      inPath={profile}
      onCreated={(id) => setOpened((now) => ({ ...now, created: nameOf({ kind: 'draft', id }) }))}
      again={() => setOpened((now) => ({ ...now, number: now.number + 1 }))}
    />
  )
}

function ComposerOf({ route, ...callbacks }: ComposerProps & { readonly route: ComposerRoute }) {
  const [{ kind, id }] = useState(route)
  if (kind === 'new') return <NewComposer {...callbacks} />
  return kind === 'draft' ? <DraftComposer id={id} {...callbacks} /> : <PostComposer id={Number(id)} />
}
