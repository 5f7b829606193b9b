import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { polypost } from '../../data/client.ts'
import { useMay } from '../../data/session.ts'
import type { ThreadItem } from './entry.ts'

/**
 * Marks the comments of an open thread as read, also those that come in the meantime. Returns how to mark the comment as
 * unread, which closes it; null for people who may not.
 */
export function useMarkRead(id: number, thread: readonly ThreadItem[]) {
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/p/$profile/inbox' })
  const may = useMay('author')
  const marked = useRef(new Set<number>())
  const { mutate } = useMutation({
    mutationFn: (change: { readonly ids: number[]; readonly read: boolean }) => polypost.inbox.mark(change),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  })
  const unread = thread.flatMap(({ entry_id, read }) => (read || entry_id === null ? [] : [entry_id]))
  useEffect(() => {
    const ids = unread.filter((one) => !marked.current.has(one))
    if (!may || ids.length === 0) return
    for (const one of ids) marked.current.add(one)
    mutate({ ids, read: true })
  }, [may, unread, mutate])
  if (!may) return null
  return () => {
    mutate({ ids: [id], read: false })
    void navigate({ to: '.', search: true })
  }
}
