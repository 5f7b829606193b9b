import type { Draft, Profile } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useHasProfiles } from '../../../data/profiles.ts'
import { toast } from '../../../parts/toast.tsx'
import { useWords } from '../../../words/words.ts'
import { composerWords } from '../composer-words.ts'
import type { Content } from '../content.ts'
import type { Target } from './sending.ts'

interface Facts {
  readonly profile: Profile
  readonly isNew: boolean
  readonly isSending: boolean
}

/** Saves what is written while its target is open, and when it is left. Whoever leaves a new post reads where it is. */
export function useSavedOnLeaving(target: Target, written: RefObject<Content>, facts: Facts): void {
  const { profile, isNew, isSending } = facts
  const t = useWords(composerWords)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const text = useHasProfiles() ? t.savedIn(profile.name) : t.savedAsDraft
  const say = ({ id, profile_id }: Draft) =>
    toast(text, {
      title: t.open,
      run: () => void navigate({ to: '/p/$profile/drafts/$id', params: { profile: profile_id, id } }),
    })
  const left = async (saving: Promise<Draft | null>) => {
    const draft = await saving
    await queries.invalidateQueries({ queryKey: ['drafts'] })
    if (isNew && !isSending && draft?.status === 'draft') say(draft)
  }
  const latest = useRef(left)
  useEffect(() => {
    latest.current = left
  })
  useEffect(() => {
    if (target.kind !== 'draft') return
    const stop = target.autosave.start()
    return () => {
      // Text that was typed in the moment of leaving was never shown.
      target.autosave.write(written.current)
      // Content that could not be saved is remembered in this browser.
      void latest.current(stop()).catch(() => {})
    }
  }, [target, written])
}
