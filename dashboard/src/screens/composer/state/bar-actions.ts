import { useMay } from '../../../data/session.ts'
import { useWords } from '../../../words/words.ts'
import { readWhen, type When } from '../when.ts'
import type { BarAction } from '../when-bar.tsx'
import { whenWords } from '../when-words.ts'
import type { Target } from './sending.ts'

/** The sentence beside the time. */
export function useTimeError(when: When, found: { code: string; message: string } | undefined, wasPressed: boolean) {
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
export function useBarActions(target: Target, isAwaiting: boolean, when: When, run: (isNow: boolean) => void) {
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
