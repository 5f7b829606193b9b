import type { CreateInviteResult } from '@polypost/sdk'
import { Once } from '../../parts/once.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { peopleWords } from './people-words.ts'

export type NewInvite = CreateInviteResult

/** The link of an invite, this one time. */
export function InviteLink({ invite: { email, link, expires_at } }: { readonly invite: NewInvite }) {
  const t = useWords(peopleWords)
  const { full } = useTimes()
  // Only a repeated answer has none, and each press is an intention of its own.
  if (link === null) return null
  return (
    <Once title={t.link(email)} text={t.linkText(full(expires_at))}>
      {link}
    </Once>
  )
}
