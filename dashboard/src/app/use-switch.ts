import { useMatches, useNavigate } from '@tanstack/react-router'
import { useHere } from '../data/scope.ts'

/** What shows one thing has its list in the place of the same thing of another profile. */
const lists = {
  '/p/$profile/posts/$id': '/p/$profile/posts',
  '/p/$profile/posts/$id/edit': '/p/$profile/posts',
  '/p/$profile/drafts/$id': '/p/$profile/drafts',
  '/p/$profile/inbox/$id': '/p/$profile/inbox',
} as const

const isBelow = (path: string): boolean => path.startsWith('/p/$profile/')

/** Goes to another profile, or to all: to the same screen, without its filter. */
export function useSwitch(): (profile: string) => void {
  const navigate = useNavigate()
  const here = useHere()
  const shown = useMatches({ select: (all) => all.at(-1)?.fullPath ?? '' })
  return (profile) => {
    if (profile === here.profile && isBelow(shown)) return
    // Every path below a profile has this one parameter, or is in the table.
    const list = shown in lists ? lists[shown as keyof typeof lists] : shown
    const to = isBelow(list) ? (list as '/p/$profile/calendar') : '/p/$profile/calendar'
    void navigate({ to, params: { profile } })
  }
}
