import type { Draft, Profile } from '@polypost/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Content, toValidateBody } from '../content.ts'
import { rememberPlatforms } from '../first-platforms.ts'
import { focusOn } from '../focus-on.ts'
import { readWhen, type When } from '../when.ts'
import { useBarActions, useTimeError } from './bar-actions.ts'
import { useCheck } from './checks.ts'
import { useComposition } from './composition.ts'
import { missingIn, useFindings } from './findings.ts'
import { useFixes } from './fixes.ts'
import { usePanes } from './panes.ts'
import { useSavedOnLeaving } from './saved-on-leaving.ts'
import { type Target, usePublish } from './sending.ts'

export type WritingState = ReturnType<typeof useWriting>

interface Start {
  readonly content: Content
  readonly when: When
  /** It began as a new post. */
  readonly isNew: boolean
}

/** Everything that is known about what is written, and the actions for it. */
export function useWriting(target: Target, profile: Profile, start: Start) {
  const composition = useComposition(target, start)
  const { content, latest, when, schedule, draft } = composition
  const panes = usePanes()
  const { setView, openText, openOptions } = panes
  const [isBusy, setBusy] = useState(false)
  const [pressed, setPressed] = useState<'no' | 'now' | 'time'>('no')
  const publishing = usePublish(target, profile)
  const isSending = publishing.state.kind === 'working' || publishing.state.kind === 'waiting'
  useSavedOnLeaving(target, latest, { profile, isNew: start.isNew, isSending })
  const { forget } = publishing
  const change = useCallback(
    (make: (content: Content) => Content) => {
      composition.change(make)
      forget()
    },
    [composition.change, forget],
  )
  const edited = target.kind === 'post' ? target.get().id : undefined
  const body = useMemo(
    () => toValidateBody(content, profile.id, schedule, edited),
    [content, profile.id, schedule, edited],
  )
  const check = useCheck(body)
  const { findings, timeFinding } = useFindings(content, check, publishing.state, pressed !== 'no')
  const fixes = useFixes(findings, { content, change, openText, openOptions })
  const timeError = useTimeError(when, timeFinding, pressed === 'time')

  const goToFirstFix = () => {
    setView('write')
    if (fixes[0]) fixes[0].focus()
    else if (timeFinding) focusOn('date')
  }
  const isFailed = publishing.state.kind === 'failed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (isFailed) goToFirstFix()
  }, [isFailed])

  const run = (isNow: boolean) => {
    setPressed(isNow ? 'now' : 'time')
    if (isBusy || isSending) return
    const [missing] = missingIn(latest.current)
    if (missing !== undefined) {
      setView('write')
      return focusOn(missing === 'message' ? 'text' : 'accounts')
    }
    if (!isNow && readWhen(when)?.kind !== 'once') return focusOn('date')
    const hinders = isNow ? fixes.length > 0 : fixes.length > 0 || timeFinding !== undefined
    if (check.isCurrent && content === latest.current && hinders) return goToFirstFix()
    if (target.kind === 'draft') target.autosave.write(latest.current)
    rememberPlatforms(profile.id, content.platforms)
    void publishing.publish(latest.current, isNow ? {} : schedule)
  }
  const { primary, secondary } = useBarActions(target, draft?.status === 'awaiting_approval', when, run)
  return {
    content,
    change,
    when,
    setWhen: composition.setWhen,
    draft,
    takeDraft: (next: Draft) => {
      if (target.kind === 'draft') target.autosave.take(next)
    },
    isNew: start.isNew,
    panes,
    checks: { previews: check.previews, warnings: check.warnings, findings, fixes, timeError },
    sending: publishing.state,
    setBusy,
    isBusyPressed: isBusy && pressed !== 'no',
    primary,
    secondary,
  }
}
