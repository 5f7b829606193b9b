import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { meQuery } from '../../data/me.ts'

/** Puts a profile at the top of the person’s switcher, or takes it from there. */
export function usePin(id: string) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const pinned = me?.preferences.pinned ?? []
  const isPinned = pinned.includes(id)
  const pin = useMutation({
    mutationFn: () => {
      const next = isPinned ? pinned.filter((one) => one !== id) : [...pinned, id]
      return polypost.session.updateMe({ preferences: { pinned: next } })
    },
    onSuccess: (changed) => queries.setQueryData(meQuery.queryKey, changed),
  })
  return { pin, isPinned }
}
