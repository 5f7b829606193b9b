import type { Draft, Profile } from '@polypost/sdk'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PlatformName } from '../../../data/platforms.ts'
import { useMay } from '../../../data/session.ts'
import { useWords } from '../../../words/words.ts'
import { type Content, toValidateBody } from '../content.ts'
import { rememberPlatforms } from '../first-platforms.ts'
import { focusOn } from '../focus-on.ts'
import { rememberTime } from '../remembered-time.ts'
import type { Tab } from '../text-field.tsx'
import { readWhen, scheduleOf, type When } from '../when.ts'
import type { BarAction } from '../when-bar.tsx'
import { whenWords } from '../when-words.ts'
import { useCheck } from './checks.ts'
import { missingIn, useFindings } from './findings.ts'
import { useFixes } from './fixes.ts'
import { useDraft } from './saved-draft.ts'
import { useSavedOnLeaving } from './saved-on-leaving.ts'
import { type Target, usePublish } from './sending.ts'

export type View = 'write' | 'preview'

/** The options that are open: of a platform, or only those that all have; `closed`: none. */
export type OpenOptions = PlatformName | 'all' | 'closed'

export type Composition = ReturnType<typeof useWriting>

interface Start {
  readonly content: Content
  readonly when: When
  /** It began as a new post. */
  readonly isNew: boolean
}

/** Everything that is known about what is written, and the actions for it. */
export function useWriting(target: Target, profile: Profile, start: Start) {
  const [content, setShown] = useState(start.content)
  // The last typed text may not be shown yet.
  const latest = useRef(start.content)
  const [when, setWhen] = useState(start.when)
  const [tab, setTab] = useState<Tab>(null)
  const [options, setOptions] = useState<OpenOptions>('closed')
  const [view, setView] = useState<View>('write')
  const [hasLabels, setHasLabels] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [pressed, setPressed] = useState<'no' | 'now' | 'time'>('no')

  useStoreOnChange(target, content, start.content)
  const draft = useDraft(target)
  const draftId = draft?.id
  useEffect(() => {
    if (draftId !== undefined) rememberTime(draftId, when)
  }, [draftId, when])
  const publishing = usePublish(target, profile)
  const isSending = publishing.state.kind === 'working' || publishing.state.kind === 'waiting'
  useSavedOnLeaving(target, latest, { profile, isNew: start.isNew, isSending })
  const { forget } = publishing
  const change = useCallback(
    (make: (content: Content) => Content) => {
      latest.current = make(latest.current)
      setShown(latest.current)
      forget()
    },
    [forget],
  )
  const schedule = useMemo(() => scheduleOf(when), [when])
  const edited = target.kind === 'post' ? target.get().id : undefined
  const body = useMemo(
    () => toValidateBody(content, profile.id, schedule, edited),
    [content, profile.id, schedule, edited],
  )
  const check = useCheck(body)
  const { findings, timeFinding } = useFindings(content, check, publishing.state, pressed !== 'no')
  const openText = useCallback((next: Tab) => {
    setView('write')
    setTab(next)
  }, [])
  const openOptions = useCallback((platform: PlatformName) => {
    setView('write')
    setOptions(platform)
  }, [])
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
  const { primary, secondary } = useActions(target, draft?.status === 'awaiting_approval', when, run)
  return {
    content,
    change,
    when,
    setWhen,
    tab,
    setTab,
    options,
    setOptions,
    view,
    setView,
    isBusy,
    setBusy,
    isBusyPressed: isBusy && pressed !== 'no',
    check,
    findings,
    warnings: check.warnings,
    fixes,
    timeError,
    sending: publishing.state,
    hasLabels,
    openLabels: () => {
      setHasLabels(true)
      setView('write')
      focusOn('labels')
    },
    primary,
    secondary,
    draft,
    isNew: start.isNew,
    takeDraft: (next: Draft) => {
      if (target.kind === 'draft') target.autosave.take(next)
    },
  }
}

/** The written content goes to the autosave, or stays in this browser while a post is edited. */
function useStoreOnChange(target: Target, content: Content, start: Content): void {
  useEffect(() => {
    if (target.kind === 'draft') target.autosave.write(content)
    else if (content !== start) target.store.write({ content, revision: target.get().revision, attempt: null })
  }, [target, content, start])
}

/** The sentence beside the time. */
function useTimeError(when: When, found: { code: string; message: string } | undefined, wasPressed: boolean) {
  const t = useWords(whenWords)
  const reading = readWhen(when)
  if (reading === null) return wasPressed ? t.noTime : null
  if (reading.kind === 'never') return t.never(when.time)
  if (reading.kind === 'twice') return t.twice(when.time)
  if (found?.code === 'schedule_in_past') return t.past
  if (found?.code === 'schedule_too_far') return t.tooFar
  return found?.message ?? null
}

/** The primary button does what the fields say: with a time it schedules. */
function useActions(target: Target, isAwaiting: boolean, when: When, run: (isNow: boolean) => void) {
  const t = useWords(whenWords)
  const mayPublish = useMay('editor')
  const isNow = when.date === '' && when.time === ''
  const now: BarAction = { title: t.now, titleFor: t.nowFor, run: () => run(true) }
  const atTime: BarAction = { title: t.schedule, titleFor: t.scheduleFor, run: () => run(false) }
  if (target.kind === 'post') return { primary: { ...atTime, title: t.save, titleFor: t.saveFor }, secondary: now }
  const title = isAwaiting ? t.sendAgain : t.send
  const titleFor = isAwaiting ? t.sendAgainFor : t.sendFor
  if (!mayPublish) return { primary: { title, titleFor, run: () => run(isNow) }, secondary: null }
  const approve = isNow
    ? { title: t.approve, titleFor: t.approveFor }
    : { title: t.approveAt, titleFor: t.approveAtFor }
  if (isAwaiting) return { primary: { ...approve, run: () => run(isNow) }, secondary: null }
  return isNow ? { primary: now, secondary: atTime } : { primary: atTime, secondary: now }
}
