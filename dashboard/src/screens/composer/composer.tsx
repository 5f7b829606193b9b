import { useMatchRoute, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { DraftSession, NewSession, PostSession, type SessionProps } from './sessions.tsx'

interface Target {
  readonly kind: 'new' | 'draft' | 'post'
  readonly id: string
}

const nameOf = ({ kind, id }: Target): string => `${kind} ${id}`

function useTarget(): Target {
  const { id = '' } = useParams({ strict: false })
  const isPost = useMatchRoute()({ to: '/posts/$id/edit' }) !== false
  return { kind: isPost ? 'post' : id === '' ? 'new' : 'draft', id }
}

/** A new post, a draft, or the edit of a post that has not begun. */
export function Composer() {
  const target = useTarget()
  const name = nameOf(target)
  // A new post gets its address with the first save. The text, and the place of the cursor in it, must survive that.
  const [session, setSession] = useState({ target, born: '', number: 0 })
  if (name === session.born) setSession({ ...session, target, born: '' })
  else if (name !== nameOf(session.target)) setSession({ target, born: '', number: session.number + 1 })
  return (
    <Session
      key={session.number}
      target={session.target}
      onBorn={(id) => setSession((now) => ({ ...now, born: nameOf({ kind: 'draft', id }) }))}
      again={() => setSession((now) => ({ ...now, number: now.number + 1 }))}
    />
  )
}

function Session({ target, ...session }: SessionProps & { readonly target: Target }) {
  const [{ kind, id }] = useState(target)
  if (kind === 'new') return <NewSession {...session} />
  return kind === 'draft' ? <DraftSession id={id} {...session} /> : <PostSession id={Number(id)} />
}
