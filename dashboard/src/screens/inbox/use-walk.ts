import type { InboxEntry } from '@polypost/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isWriting } from '../../parts/is-writing.ts'
import { rowId } from './entry-row.tsx'

const letters: Readonly<Record<string, number>> = { j: 1, k: -1 }
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** J and K open the next and the previous comment; in the list the arrow keys do, too. */
export function useWalk(entries: readonly InboxEntry[], currentId: number | null): void {
  const navigate = useNavigate({ from: '/p/$profile/inbox' })
  const latest = useRef({ entries, currentId })
  useEffect(() => {
    latest.current = { entries, currentId }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(target)) return
      const isInList = target instanceof Element && target.closest('[data-entries]') !== null
      const step = letters[key] ?? (isInList ? arrows[key] : undefined)
      if (step === undefined) return
      event.preventDefault()
      const { entries, currentId } = latest.current
      const at = entries.findIndex(({ id }) => id === currentId)
      const next = entries[at < 0 ? 0 : at + step]
      if (next === undefined) return
      document.getElementById(rowId(next.id))?.focus()
      void navigate({ to: './$id', params: { id: String(next.id) }, search: true })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}
